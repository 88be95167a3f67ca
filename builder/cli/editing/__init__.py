"""The command `brainbug edit`: its words, its output and its help."""
