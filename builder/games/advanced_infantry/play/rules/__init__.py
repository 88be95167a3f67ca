"""The rules of Advanced Infantry as play carries them out: one module for each part of the sequence."""
