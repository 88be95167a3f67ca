"""Examples of play: a recorded game told in passages, in the language of the reader, on sheets."""
