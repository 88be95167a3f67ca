"""Mobile Infantry's procedures, each a pure function tied to its heading. Figures come from the tables."""
