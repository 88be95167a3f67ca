"""The parts of drawings of maps of dots."""
