"""Play kits and play aids: their parts, files and checks."""
