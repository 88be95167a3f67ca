"""Templates and rulers to cut out."""
