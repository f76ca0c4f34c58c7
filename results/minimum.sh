#!/usr/bin/env bash
# Makes the figures of the subroutine `minimum` again. With --train it first trains three seeds of each recipe, one
# process per core, for about half an hour; the shipped weights are the first seed of `counted`.
set -euo pipefail
cd "$(dirname "$0")/.."
nee=.venv/bin/nee

train() {
    for seed in 0 1 2; do
        taskset -c "$2" $nee train minimum --recipe "$1" --seed $seed
    done
}
if [ "${1:-}" = --train ]; then
    train counted 0 &
    train paper 1
    wait
fi

for recipe in counted paper; do
    for seed in 0 1 2; do
        $nee evaluate minimum --weights runs/minimum-$recipe-$seed/engine.safetensors --seed 1 --json \
            > results/minimum-$recipe-seed-$seed.json
    done
done
$nee evaluate minimum --seed 1 --sizes 25,50,75,100,200 --json > results/minimum.json
$nee evaluate minimum --seed 1 --sizes 500 --lists 20 --json > results/minimum-500.json
$nee evaluate minimum --seed 1 --sizes 1000 --lists 3 --json > results/minimum-1000.json
$nee evaluate minimum --pairs --json > results/minimum-pairs.json
.venv/bin/python benchmarks/speed.py --json > results/speed.json
