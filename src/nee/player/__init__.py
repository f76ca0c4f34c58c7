"""Traces as data, the page that plays them, and the server of that page."""
