"""One folder for each game, with everything that is known of it.

Games in the folders that ``BRAINBUG_GAMES`` names are found as if they lay here, with their procedures.
"""

from rulesdb.shipped import own_games_folders

__path__ = [*__path__, *map(str, own_games_folders())]
