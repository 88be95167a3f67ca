"""Cards: what is on them, how they are laid out, and the scenes, fronts and backs."""
