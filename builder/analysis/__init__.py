"""Analyze a scenario: seals, first contact, dead ground. Nothing here is an error; lint reports errors."""
