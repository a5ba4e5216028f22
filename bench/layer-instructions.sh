#!/usr/bin/env bash
# Instructions of the layer kernel at the sizes of two FNO steps, there and back: 1D, 256 points, width 64, 16 modes; 2D, 64 x 64, width 32, 12 modes.
# Needs nvcc and nvdisasm (CUDA toolkit), no GPU.
#   bench/layer-instructions.sh [REVISION]     the kernels as they are, or as they were
set -euo pipefail
cd "$(dirname "$0")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
for file in prelude layer; do
  path="src/main/resources/io/tfsno/nn/cuda/$file.cu"
  if [ $# -gt 0 ]; then git show "$1:$path"; else cat "$path"; fi
done > "$folder/layer.cu"

count() { # name, sizes
  nvcc -cubin -arch=sm_90a -std=c++17 -w -DSPLIT=1 -DADD=0 -DFROM_STATES=0 -DTO_STATES=0 "${@:2}" -o "$folder/layer.cubin" "$folder/layer.cu"
  echo "$1: $(nvdisasm -c "$folder/layer.cubin" 2> /dev/null | grep -cE '^ *\/\*[0-9a-f]{4,}\*\/ ')"
}
there=(-DACTIVE=1 -DBACKWARD=0 -DSLOPE=0)
back=(-DACTIVE=0 -DBACKWARD=1 -DSLOPE=1)
line=(-DCIN=64 -DCOUT=64 -DN=256 -DRIN=32 -DROUT=32 -DWARPS=8 -DSPREAD=1 -DBLOCKS=2)
plane=(-DCIN=32 -DCOUT=32 -DN=64 -DRIN=24 -DROUT=24 -DWARPS=4 -DSPREAD=0 -DBLOCKS=4)
count "1D, there" "${line[@]}" "${there[@]}"
count "1D, back" "${line[@]}" "${back[@]}"
count "2D, there" "${plane[@]}" "${there[@]}"
count "2D, back" "${plane[@]}" "${back[@]}"
