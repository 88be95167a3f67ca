"""A language server for scenario files, which answers editors from the linter and the database."""
