"""Plays scenarios by machine: the interface of a game's play, matches, records and players.

A game is played by its own code in ``builder/games/<game>/play``, which implements
:class:`~builder.playtest.play.Play`. Nothing here knows a game.
"""
