#!/usr/bin/env bash
# Makes the figures of the baselines again. With --train it first trains them, one process per core: the ten variants of
# the paper's table and mask supervision with three seeds, binary outputs and the recipe `paper` with one. After a kill it
# goes on where it was.
# The shipped weights are `vanilla` and `all_mod` with seed 0.
set -euo pipefail
cd "$(dirname "$0")/.."
nee=.venv/bin/nee

if [ "${1:-}" = --train ]; then
    table=() binary=()
    for variant in all_mod{,-C1,-C2,-C3,-C4,-C5,+C6} vanilla{,+C5,+C6}; do
        table+=(--variant "$variant")
        binary+=(--variant "$variant+binary_output")
    done
    for seed in 0 1 2; do
        $nee train seq2seq "${table[@]}" --variant all_mod+supervised --variant vanilla+supervised --seed $seed --resume
    done
    $nee train seq2seq "${binary[@]}" --resume
    $nee train seq2seq "${table[@]}" --recipe paper --resume
fi

$nee plot generalization runs/seq2seq-*-paper-*/engine.safetensors --sizes 8,16,25,100 --seed 1 --out results
mv results/generalization.json results/generalization-paper.json
$nee plot generalization runs/seq2seq-*-cosine-*/engine.safetensors --seed 1 --out results
$nee plot attention --seed 1 --out results
$nee evaluate seq2seq --variant vanilla --examples --json > results/seq2seq-examples.json
.venv/bin/python benchmarks/decoding.py --json > results/decoding.json
mv results/generalization.png results/attention.png docs/
