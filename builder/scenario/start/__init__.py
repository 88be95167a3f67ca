"""Starting points for new scenarios: blank maps, and copies of the scenarios that come with brainbug."""
