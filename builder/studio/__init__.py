"""Draw scenarios with the mouse: operations on a scenario's file, and the page that offers them as tools."""
