"""Plans of the tunnels below a table."""
