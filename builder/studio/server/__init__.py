"""The server of pages on this machine: access to it, and answers to the pages."""
