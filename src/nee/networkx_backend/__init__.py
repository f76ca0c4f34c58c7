"""nee as a back end of networkx: `nx.shortest_path(graph, "a", "d", weight="weight", backend="nee")`.

Every import of networkx imports this package and `info`, so neither of them imports anything.
"""
