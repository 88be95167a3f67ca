"""Examples of play: a recorded game as passages of text, in the language of the reader, on sheets."""
