"""How the blocks of an aid are arranged on pages, and fill them."""
