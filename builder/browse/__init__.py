"""A browser of the rules database for the terminal, made with Textual.

Pages and the history are plain data, which need no terminal; the widgets only show them.
"""
