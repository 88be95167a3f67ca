"""What stands in rooms of decks: furniture, machines and berths."""
