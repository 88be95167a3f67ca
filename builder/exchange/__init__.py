"""Import and export in other programs' formats: one module, or package, a format."""
