"""What is stored: games, their append-only log, and a snapshot of each to start from; campaigns."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("origin", LargeBinary, nullable=False),
)
"""`origin` is JSON: the set-up (with the dice's secret), the seats with the hashes of their tokens. `version` is the number
of the last entry of the log. Times are milliseconds since 1970."""

log = Table(
    "log",
    metadata,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("client", String(64)),
    Column("at", BigInteger, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("versions", LargeBinary, nullable=False),
    UniqueConstraint("game", "seat", "client", name="log_client"),
)
"""Every answer with all that it brought about, dice included, in order; nothing in it is ever changed. `versions` are the
numbers of the last event that each viewer knows (spectators first)."""

chat = Table(
    "chat",
    metadata,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", String(200), nullable=False),
)
"""What people say at a table, numbered from 1 for each game; no part of the game itself. Seat -1 is a spectator's."""

snapshots = Table(
    "snapshot",
    metadata,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""A save of the game after entry `n` of its log. Only a short cut: the log alone gives the game."""

reviews = Table(
    "review",
    metadata,
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""What the decisions of a game that is over cost, as JSON, once somebody has asked: worked out again it would be the same."""

campaigns = Table(
    "campaign",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("origin", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""`origin` is JSON: the system, the seats with the hashes of their tokens, the game of the battle under way. `data` is the
campaign's own file, `version` how often it has changed."""
