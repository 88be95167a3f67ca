"""Bug Hunter's procedures, each a pure function tied to its rule. Figures come from the tables."""
