"""A browser of the rules database for the terminal, built with Textual.

Pages and the history are plain data, independent of the terminal; widgets only display them.
"""
