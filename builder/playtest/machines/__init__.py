"""Where games are played: processes of this machine, or the workers of a cluster."""
