"""What the events of the army game show: which deed, by whom and to whom (see `core.system.System.deeds`)."""

from __future__ import annotations

DEEDS: dict[str, tuple[str, int, int]] = {
    "moves": ("move", 0, -1),
    "gun-moves": ("move", 0, -1),
    "disengages": ("move", 0, -1),
    "teleported": ("move", 0, -1),
    "bataille.melee.attack": ("blow", -1, -1),
    "bataille.shoot.attack": ("shot", -1, -1),
    "shell-hits": ("shot", 0, 1),
    "cover-struck": ("shot", 0, 1),
    "fireball": ("spell", 0, 3),
    "death-ray": ("spell", 0, 1),
    "wall-of-fire": ("spell", 0, -1),
    "summoned": ("spell", 0, 1),
    "paralysed": ("hurt", 0, -1),
    "cursed": ("hurt", 0, -1),
    "wounded": ("hurt", 0, -1),
    "killed": ("fall", 0, -1),
    "routs": ("flee", 0, -1),
    "frightened": ("flee", 0, -1),
    "leaves-table": ("leave", 0, -1),
    "freed": ("rise", 0, -1),
}
