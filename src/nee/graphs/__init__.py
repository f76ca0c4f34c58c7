"""A caller's graph as a matrix of weights, and graphs from files."""
