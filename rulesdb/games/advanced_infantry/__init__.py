"""Advanced Infantry: chapter 4 of an untitled game on a lattice of dots."""
