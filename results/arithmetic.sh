#!/usr/bin/env bash
# Makes the figures of addition and multiplication again. With --train it first trains every engine: two to five minutes
# for each addition, ten for multiplication. The shipped ones are those with seed 0 that have seen all numbers.
set -euo pipefail
cd "$(dirname "$0")/.."
nee=.venv/bin/nee

if [ "${1:-}" = --train ]; then
    $nee train add
    $nee train multiply
    $nee train multiply --recipe decayed
fi
for numbers in 256 224 192 128 89 76 64 48 32; do
    for held_out in 0 1 2; do
        weights=runs/add-$numbers-$held_out/engine.safetensors
        if [ $numbers-$held_out = 256-0 ]; then
            weights=src/nee/pretrained/add.safetensors
        elif [ "${1:-}" = --train ]; then
            $nee train add --numbers $numbers --held-out $held_out --seed $held_out --out "$(dirname $weights)"
        fi
        $nee evaluate add --weights $weights --json > results/add-$numbers-$held_out.json
    done
done
$nee evaluate add --json > results/add.json
$nee evaluate multiply --json > results/multiply.json
$nee evaluate multiply --weights runs/multiply-decayed-0/engine.safetensors --json > results/multiply-decayed.json
