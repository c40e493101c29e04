"""Mass combat for d20 fantasy."""
