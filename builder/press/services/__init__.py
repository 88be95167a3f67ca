"""Where a kit is printed: sheet files, print services and printer profiles."""
