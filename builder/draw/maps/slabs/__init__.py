"""Maps as slabs in perspective, for the pictures of covers."""
