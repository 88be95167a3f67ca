"""The builder: scenarios, lint, drawings, printed sheets and docs, based on the rules database."""
