"""Alembic's door: it runs the steps on the connection that the storage hands over."""

from __future__ import annotations

from alembic import context

from escarmouche.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
