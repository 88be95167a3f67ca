"""Code for Bugged!."""
