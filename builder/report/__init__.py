"""Pages about playtests: reports, comparisons and replays, with pictures over the printed map."""
