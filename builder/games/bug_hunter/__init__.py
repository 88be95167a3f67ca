"""What only Bug Hunter knows."""
