"""Selection on a map: handles to drag things by, and parts to copy."""
