#!/usr/bin/env bash
# Import of a large NPY file compared with copying it: medians of three, in turns, with what each leaves to the disk.
#   bench/import.sh [GIGABYTES]      (default 10; needs three times that in $TMPDIR, and numpy)
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
./tfsno --version >/dev/null
python3 - "$work/u.npy" "${1:-10}" <<'PYTHON'
import sys
import numpy as np
shape = (100, 128, 128)  # 6.6 MB for each trajectory
count = int(float(sys.argv[2]) * 1e9 / (4 * np.prod(shape)))
out = np.lib.format.open_memmap(sys.argv[1], "w+", "f4", (count, *shape))
one = np.random.default_rng(0).standard_normal(shape, dtype="f4")
for i in range(count):
    out[i] = one
out.flush()
PYTHON
seconds() { # the command's wall time and that of writing what it left in memory; its peak memory goes to $work/memory
  sync
  local start
  start=$(date +%s.%N)
  /usr/bin/time -f %M -o "$work/memory" "$@" >/dev/null 2>&1
  sync
  echo "$(date +%s.%N) $start" | awk '{printf "%.1f\n", $1 - $2}'
}
for _ in 1 2 3; do
  seconds cp "$work/u.npy" "$work/copy.npy" >>"$work/copies"
  rm "$work/copy.npy"
  seconds ./tfsno data import "$work/u.npy" --axes N,T,X,Y --dt 0.1 --length 1 --boundary periodic --out "$work/u.h5" >>"$work/imports"
  peak=$(cat "$work/memory")
  rm "$work/u.h5"
done
copy=$(sort -n "$work/copies" | sed -n 2p)
import=$(sort -n "$work/imports" | sed -n 2p)
echo "cp and sync $copy s ($(paste -sd' ' "$work/copies")), import and sync $import s ($(paste -sd' ' "$work/imports")), peak $((peak / 1024)) MiB"
awk "BEGIN {printf \"ratio %.2f\n\", $import / $copy}"
