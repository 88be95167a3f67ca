"""Maps of open ground: what tables and open country on hexes share."""
