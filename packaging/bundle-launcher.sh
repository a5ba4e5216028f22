#!/usr/bin/env bash
# Runs tfsno from this folder with the Java inside it, on the libraries of an installed PyTorch.
set -euo pipefail

script="${BASH_SOURCE[0]}"
while [ -L "$script" ]; do
  link="$(readlink "$script")"
  case "$link" in /*) script="$link" ;; *) script="$(dirname "$script")/$link" ;; esac
done
home="$(cd "$(dirname "$script")" && pwd -P)"

fail() {
  echo "tfsno: $*" >&2
  exit 2
}

# --torch-lib DIR is for this script; all else is for the program.
torch_lib="${TFSNO_TORCH_LIB:-}"
source="TFSNO_TORCH_LIB"
arguments=()
while [ $# -gt 0 ]; do
  case "$1" in
    --torch-lib)
      [ $# -ge 2 ] || fail "expected a folder after --torch-lib, found nothing. Name the folder of libtorch_cpu.so."
      torch_lib="$2"
      source="--torch-lib"
      shift
      ;;
    --torch-lib=*)
      torch_lib="${1#--torch-lib=}"
      source="--torch-lib"
      ;;
    --)
      arguments+=("$@")
      break
      ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
set -- ${arguments[@]+"${arguments[@]}"}

# Found by Python without importing PyTorch, which would take seconds. The working folder is not searched.
find_torch='
import importlib.util, os, sys
sys.path = [p for p in sys.path if p]
spec = importlib.util.find_spec("torch")
for folder in (spec.submodule_search_locations or []) if spec else []:
    if os.path.exists(os.path.join(folder, "lib", "libtorch_cpu.so")):
        print(os.path.join(folder, "lib"))
        break
'
if [ -n "$torch_lib" ]; then
  [ -e "$torch_lib/libtorch_cpu.so" ] || fail "expected the folder of libtorch_cpu.so in $source, found none in '$torch_lib'. Name the folder 'lib' inside the installed package torch."
  torch_lib="$(cd "$torch_lib" && pwd -P)"
else
  python="$(command -v python3 || true)"
  [ -z "$python" ] || torch_lib="$("$python" -c "$find_torch" 2>/dev/null || true)"
  [ -n "$torch_lib" ] || fail "expected an installed PyTorch, found none with ${python:-python3, which is not on the PATH}. Install one (pip install torch), activate its environment, or name its folder: --torch-lib DIR, or TFSNO_TORCH_LIB=DIR, with DIR the folder of libtorch_cpu.so."
fi
[ -e "$torch_lib/libtorch_cuda.so" ] || fail "expected a PyTorch with CUDA, found one without libtorch_cuda.so in '$torch_lib'. This bundle needs the CUDA build; for a machine without a GPU build tfsno from its sources."
export TFSNO_TORCH_LIB="$torch_lib"

# CUDA's own libraries: pip puts them beside PyTorch, in nvidia/NAME/lib.
libraries="$home/jni:$torch_lib"
nvidia="$(dirname "$(dirname "$torch_lib")")/nvidia"
if [ -d "$nvidia" ]; then
  while IFS= read -r folder; do
    libraries="$libraries:$folder"
  done < <(find -L "$nvidia" -maxdepth 3 -type d -name lib | sort)
fi
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

major="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/runtime/release")"
# shellcheck source=packaging/jvm.sh
. "$home/jvm.sh"
flags+=(
  "-Dtfsno.home=$home"
  -Dorg.bytedeco.javacpp.pathsFirst=true
  -Dorg.bytedeco.javacpp.platform.extension=-gpu
  "-Dtfsno.torch.lib=$torch_lib"
  "-Djava.library.path=$LD_LIBRARY_PATH"
)
# JavaCPP keeps links to the libraries it has loaded: in this folder, so that two PyTorches do not share them.
[ ! -w "$home" ] || flags+=("-Dorg.bytedeco.javacpp.cachedir=$home/cache")
# shellcheck disable=SC2086 # TFSNO_JAVA_OPTS is a list of flags
exec "$home/runtime/bin/java" "${flags[@]}" ${TFSNO_JAVA_OPTS:-} -cp "$home/lib/*" io.tfsno.cli.Main "$@"
