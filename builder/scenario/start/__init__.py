"""What new scenarios start from: blank maps, and copies of the scenarios that come with brainbug."""
