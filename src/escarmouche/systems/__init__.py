"""The games: one package each. No system imports another; they meet only in the engine."""
