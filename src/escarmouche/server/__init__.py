"""The table in the browser: games over HTTP and WebSocket, kept in a database."""
