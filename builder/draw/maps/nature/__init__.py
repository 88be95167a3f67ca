"""Nature, and what people built in it, drawn from areas in mm by rule and seed."""
