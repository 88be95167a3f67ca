"""The commands that compare versions: of a scenario, of the rules, of a table's modifiers."""
