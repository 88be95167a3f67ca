"""Code for Handspan."""
