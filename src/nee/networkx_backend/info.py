"""What networkx is told about the back end when it is imported."""

from typing import Any

FUNCTIONS = {
    "all_pairs_bellman_ford_path",
    "all_pairs_bellman_ford_path_length",
    "all_pairs_dijkstra",
    "all_pairs_dijkstra_path",
    "all_pairs_dijkstra_path_length",
    "all_pairs_shortest_path",
    "all_pairs_shortest_path_length",
    "bellman_ford_path",
    "bellman_ford_path_length",
    "bellman_ford_predecessor_and_distance",
    "bidirectional_dijkstra",
    "dijkstra_path",
    "dijkstra_path_length",
    "dijkstra_predecessor_and_distance",
    "floyd_warshall",
    "floyd_warshall_numpy",
    "floyd_warshall_predecessor_and_distance",
    "kruskal_mst_edges",
    "minimum_spanning_edges",
    "minimum_spanning_tree",
    "multi_source_dijkstra",
    "multi_source_dijkstra_path",
    "multi_source_dijkstra_path_length",
    "prim_mst_edges",
    "shortest_path",
    "shortest_path_length",
    "single_source_bellman_ford",
    "single_source_bellman_ford_path",
    "single_source_bellman_ford_path_length",
    "single_source_dijkstra",
    "single_source_dijkstra_path",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
}
"""The functions of networkx that engines answer."""


def backend_info() -> dict[str, Any]:
    """The entry of the back end in networkx's documentation."""
    return {
        "backend_name": "nee",
        "project": "nee",
        "package": "nee",
        "short_summary": "Shortest paths and spanning trees by engines that have learned to compare and to add.",
        "functions": {name: {} for name in sorted(FUNCTIONS)},
    }
