"""Advanced Infantry played by machine."""
