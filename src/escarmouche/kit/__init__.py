"""What every game of miniatures needs once, between the table and the systems. No game's rules and no game's words."""
