"""Maps as boards: spots to stand on, what lies between them, and how units move over them. Knows no game."""
