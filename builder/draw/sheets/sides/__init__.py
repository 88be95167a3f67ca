"""The sheets of one side: its briefing, its forces, and what it should remember."""
