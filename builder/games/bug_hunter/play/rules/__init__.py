"""The rules: one module for each part, with the tasks that it puts on the agenda."""
