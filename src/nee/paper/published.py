"""Every number that the paper publishes, and the table or figure that it stands in. Percentages.

Yan, Swersky, Koutra, Ranganathan, Hashemi: Neural Execution Engines: Learning to Execute Subroutines, NeurIPS 2020.
"""

SIZES = (25, 50, 75, 100)
"""The sizes of both tables of results; training has seen 8."""
ALGORITHMS = 100.0
"""Table 1, all four algorithms at all four sizes: numbers in place, nodes at the right distance, whole trees."""

ADDITION = {256: 100.0, 224: 100.0, 192: 100.0, 128: 100.0, 89: 100.0, 76: 99.0, 64: 96.53}
"""Table 2, addition of 8 bits: right answers, by how many numbers training saw."""
MULTIPLICATION = 100.0
"""The section on number representations: multiplication of 12 bits."""

VARIANTS_AT_8 = {
    "all_mod": 99.0,
    "all_mod-C1": 95.89,
    "all_mod-C2": 97.56,
    "all_mod-C3": 98.33,
    "all_mod-C4": 98.44,
    "all_mod-C5": 89.56,
    "all_mod+C6": 84.78,
    "vanilla": 93.11,
    "vanilla+C5": 96.67,
    "vanilla+C6": 77.11,
}
"""Table 4: sequence-to-sequence variants on mixed lists of 8 numbers."""
VANILLA_AT_100 = "under 10"
"""The section on limitations: the vanilla transformer at 100 numbers."""

EXAMPLES = {
    (100, 62, 114, 66, 241, 1, 63, 237): "1 62 63 66 100 114 237 [53] e",
    (181, 52, 71, 254, 246, 145, 118, 28): "28 52 71 118 145 181 246 254 e",
    (132, 126, 131, 129, 127, 130, 128, 125): "125 126 127 128 129 130 [132] [e] e",
    (238, 239, 241, 240, 243, 237, 242, 244): "237 238 240 [244] [243] [e] [237] [242] e",
}
"""The appendix: two random and two close lists, and what the vanilla transformer made of them, mistakes as marked."""

GRAPH_TYPES = {
    ("dijkstra", "S1"): {25: 100.0, 50: 100.0, 75: 100.0, 100: 100.0},
    ("prim", "S1"): {25: 100.0, 50: 100.0, 75: 100.0, 100: 100.0},
    ("dijkstra", "S2"): {25: 100.0, 50: 100.0, 75: 100.0, 100: 99.91},
    ("prim", "S2"): {25: 100.0, 50: 99.0, 75: 93.0, 100: 92.0},
}
"""Table 5: mixed graph types. S1 learned from lists, S2 from traces on Erdős-Rényi graphs."""

VARIANCE_OF_THREE_COMPONENTS = 75.0
"""The text on Figure 12: about this share of the variance is to be seen."""
HYPER_PARAMETERS = {
    "bits": "8; multiplication 12",
    "a bit that is 0 is read as": "0",
    "width d": "16; addition 24; multiplication 28",
    "attention heads": "1",
    "layers of the encoder, and of the decoder": "6",
    "layers of the feed-forward network": "2",
    "hidden units of the feed-forward network": "128",
    "mask filter size": "3",
    "mask filters": "16",
    "ratio of the residual connection": "1.5",
    "dropout": "0.1",
    "optimizer": "Adam",
    "warm-up steps": "4000",
    "learning rate": "d^-0.5 · min(t^-0.5, t · 4000^-1.5)",
}
"""Table 3, and the text before it. The learning rate is printed there with positive exponents, which is a misprint."""

CLRS_AVERAGES = {"MPNN": 51.02, "Triplet-GMPNN": 75.98}
"""Not of this paper. Ibarz and others, A Generalist Neural Algorithmic Learner, arXiv:2209.11142, Table 2: the mean of
all 30 algorithms of CLRS-30, a network for each, which learned from up to 16 nodes and is tested on 64. The MPNN is the
one of the benchmark's own paper, Veličković and others, arXiv:2205.15659. We have read both tables in the words of
others only, in the sources of a study with DisCoPy, which copied them from ar5iv and checked them by their averages."""
CLRS_TRIPLET = {
    "bellman_ford": 97.39,
    "dijkstra": 96.05,
    "mst_prim": 86.39,
    "dag_shortest_paths": 98.19,
    "floyd_warshall": 48.52,
    "matrix_chain_order": 91.68,
}
"""Triplet-GMPNN in the same table, by the same way. The other algorithms are left out: we have found no source that we
could read, or, for `minimum`, two that differ."""
