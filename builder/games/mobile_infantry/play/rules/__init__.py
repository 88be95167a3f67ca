"""The rules of Mobile Infantry as tasks of an agenda, one module for each part of a round."""
