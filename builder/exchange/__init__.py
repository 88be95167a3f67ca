"""Export to the formats of other programs: one module or package for each format."""
