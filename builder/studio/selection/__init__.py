"""What is selected on a map: handles to drag things by, and parts to copy."""
