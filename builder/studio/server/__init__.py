"""The server of pages on this machine: who may talk to it, and what the pages ask for."""
