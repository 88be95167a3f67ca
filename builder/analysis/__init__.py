"""What follows from a scenario: seals, first contact, dead ground. Nothing here judges; lint does."""
