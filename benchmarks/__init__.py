"""How fast brainbug is, as ratios against peers that do comparable work in the same run."""
