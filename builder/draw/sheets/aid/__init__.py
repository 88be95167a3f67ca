"""The player aid: the order of play, the block of tables used most, and all other chart tables."""
