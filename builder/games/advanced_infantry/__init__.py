"""Code for Advanced Infantry."""
