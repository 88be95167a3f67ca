"""Code for Bug Hunter."""
