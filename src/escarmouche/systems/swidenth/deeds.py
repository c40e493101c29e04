"""What the events of Empire of Swidenth show: which deed, by whom and to whom (see `core.system.System.deeds`)."""

from __future__ import annotations

DEEDS: dict[str, tuple[str, int, int]] = {
    "activates": ("act", 0, -1),
    "hero-phase": ("act", 0, -1),
    "group": ("act", 0, -1),
    "moves": ("move", 0, -1),
    "climbs": ("move", 0, -1),
    "pushed-back": ("move", 0, -1),
    "flees-to": ("flee", 0, -1),
    "takes-flight": ("flee", 0, -1),
    "routs": ("flee", 0, -1),
    "flees-off": ("leave", 0, -1),
    "totals": ("blow", 0, 6),
    "swidenth.shooting.roll totals": ("shot", 0, 6),
    "stray-shot": ("shot", 0, 1),
    "misses": ("shot", 0, 1),
    "dodges": ("spell", 0, 2),
    "spell-effect": ("spell", 0, 2),
    "is-stunned": ("hurt", 0, -1),
    "loses-vitality": ("hurt", 0, -1),
    "out-of-action": ("fall", 0, -1),
    "falls": ("fall", 0, -1),
    "recovers": ("rise", 0, -1),
    "raised": ("rise", 0, -1),
    "rallies": ("rally", 0, -1),
    "spends-heroism": ("react", 0, -1),
}

TOTALS: dict[str, tuple[tuple[int, int], ...]] = {"totals": ((0, 5), (6, 11))}
"""Who has which total where two are compared."""
