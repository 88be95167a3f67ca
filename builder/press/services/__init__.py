"""Sheet files, print services and printer profiles."""
