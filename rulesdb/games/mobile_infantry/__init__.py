"""Mobile Infantry: skirmish rules after the film, for a team of humans against one Brain Bug."""
