"""A browser of the rules database for the terminal, made with Textual.

What an entry looks like, where the reader has been and what a table asks are plain data, laid out without
a terminal; the widgets only show them. Nothing outside the modules of widgets imports Textual.
"""
