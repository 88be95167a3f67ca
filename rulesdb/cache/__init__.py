"""What is kept in the user's cache folder because it can be made again."""
