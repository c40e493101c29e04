"""The engine: effects, frames, dice, games. It knows no rule of any game."""
