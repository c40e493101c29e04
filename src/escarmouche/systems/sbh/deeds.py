"""What the events of Song of Blades and Heroes show: which deed, by whom and to whom (see `core.system.System.deeds`)."""

from __future__ import annotations

DEEDS: dict[str, tuple[str, int, int]] = {
    "activates": ("act", 0, -1),
    "group-activation": ("act", 0, -1),
    "orders-group": ("act", 0, -1),
    "moves": ("move", 0, -1),
    "pushed-back": ("move", 0, -1),
    "recoils": ("hurt", 0, 1),
    "disengages": ("move", 0, -1),
    "flees": ("flee", 0, -1),
    "leaves-table": ("leave", 0, -1),
    "attacks": ("blow", 0, 1),
    "free-hack": ("blow", 0, 1),
    "tailslap": ("blow", 0, 1),
    "shoots": ("shot", 0, 1),
    "throws": ("shot", 0, 1),
    "orders-volley": ("shot", 1, 2),
    "casts": ("spell", 0, 2),
    "entangles": ("spell", 0, 1),
    "heals": ("spell", 0, 1),
    "raises": ("spell", 0, 1),
    "immobilised": ("hurt", 0, 1),
    "wounded": ("hurt", 0, -1),
    "poisoned": ("hurt", 0, -1),
    "knocked-down": ("fall", 0, -1),
    "kill": ("fall", 0, 1),
    "gruesome-kill": ("fall", 0, 1),
    "falls": ("fall", 0, -1),
    "fall-fatal": ("fall", 0, -1),
    "dies-of-poison": ("fall", 0, -1),
    "lost-to-terrain": ("fall", 0, -1),
    "crumbles": ("fall", 0, -1),
    "stands-up": ("rise", 0, -1),
    "breaks-free": ("rise", 0, -1),
    "holds": ("rally", 0, -1),
    "routs": ("flee", 0, -1),
    "revealed": ("arrive", 0, -1),
    "turn-passes": ("pass", -1, -1),
}

TOTALS: dict[str, tuple[tuple[int, int], ...]] = {"totals": ((0, 4), (5, 9))}
"""Who has which total where two are compared."""
