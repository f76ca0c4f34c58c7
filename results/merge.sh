#!/usr/bin/env bash
# Makes the figures of merge sort again. With --train it first trains the engine, for about five minutes on a busy core.
set -euo pipefail
cd "$(dirname "$0")/.."
nee=.venv/bin/nee

[ "${1:-}" != --train ] || $nee train merge
$nee evaluate merge --seed 1 --json > results/merge.json
$nee evaluate merge --seed 1 --sizes 1000 --json > results/merge-1000.json
$nee evaluate merge --pairs --json > results/merge-pairs.json
