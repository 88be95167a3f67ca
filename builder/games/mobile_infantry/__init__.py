"""Code for Mobile Infantry."""
