"""What only Advanced Infantry knows."""
