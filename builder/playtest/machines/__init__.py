"""Machines that play games: processes of this machine, or the workers of a cluster."""
