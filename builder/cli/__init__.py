"""The command line: one module a command, which parses and prints and does nothing else."""
