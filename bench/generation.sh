#!/usr/bin/env bash
# CPU seconds per trajectory of `tfsno data generate`, beside the same solver in numpy, in one run.
#   bench/generation.sh [E1 E2 ...]      (THREADS=2 for two workers; default one, as numpy has)
# Counts user and system time of the whole process, start-up included, over enough trajectories to drown it.
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export OPENBLAS_NUM_THREADS=1
declare -A fast=([E1]=2048 [E2]=2048 [E3]=512 [E4]=128 [E5]=64 [E6]=24)
declare -A reference=([E1]=256 [E2]=512 [E3]=16 [E4]=16 [E5]=8 [E6]=8)
cpu_per_trajectory() { # benchmark profile count
  TIMEFORMAT='%U %S'
  local used
  used=$({ time ./tfsno data generate "$1" --profile "$2" --train "$3" --test 0 --threads "${THREADS:-1}" --out "$work/set.h5" --force >/dev/null 2>&1; } 2>&1)
  rm -f "$work/set.h5"
  echo "$used $3" | awk '{printf "%.4f", ($1 + $2) / $3}'
}
./tfsno --version >/dev/null
for name in "${@:-E1 E2 E3 E4 E5 E6}"; do
  for b in $name; do
    echo "$b  reference $(cpu_per_trajectory "$b" reference "${reference[$b]}")  fast $(cpu_per_trajectory "$b" fast "${fast[$b]}")  tfsno, CPU s/trajectory"
    python3 bench/peers/numpy_solver.py "$b" --snapshots 3 | sed 's/CPU/numpy, CPU/'
  done
done
