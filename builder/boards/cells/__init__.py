"""What play by machine knows of a board: its spots as numbered cells, compiled once."""
