"""PDF and PNG files of pages."""
