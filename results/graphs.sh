#!/usr/bin/env bash
# Makes the figures of the graph programs again, about a quarter of an hour on two cores. With --train it first trains
# the two engines that learn from graphs (S2), about seven minutes each.
set -euo pipefail
cd "$(dirname "$0")/.."
nee=.venv/bin/nee

for program in dijkstra prim; do
    if [ "${1:-}" = --train ]; then
        $nee train minimum-$program
        cp runs/minimum-$program-counted-0/engine.safetensors src/nee/pretrained/minimum-$program.safetensors
    fi
    $nee evaluate $program --seed 1 --json > results/$program.json
    $nee evaluate $program --seed 1 --kind erdos_renyi --json > results/$program-erdos-renyi.json
    $nee evaluate $program --seed 1 --weights src/nee/pretrained/minimum-$program.safetensors --json \
        > results/$program-s2.json
done
