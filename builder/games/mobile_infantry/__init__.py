"""What only Mobile Infantry knows."""
