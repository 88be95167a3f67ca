"""The command line: modules of commands, which only parse arguments and print."""
