"""One folder for each game, with all its data and procedures.

Games in the folders that ``BRAINBUG_GAMES`` names are found in the same way, with their procedures.
"""

from rulesdb.shipped import own_games_folders

_OWN = own_games_folders()
__path__ = [*__path__, *map(str, _OWN)]
if _OWN:
    from rulesdb.own_modules import import_fresh

    import_fresh(_OWN)
