"""The builder: scenarios, lint, drawings, paper and docs, from the rules database."""
