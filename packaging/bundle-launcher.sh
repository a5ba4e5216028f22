#!/usr/bin/env bash
# Runs tfsno from this folder with the Java inside it, on the libraries of an installed PyTorch.
set -euo pipefail
[ "${TFSNO_TIMES:-}" != 1 ] || export TFSNO_LAUNCHED="${EPOCHREALTIME:-}"

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
  # What Python answered last time, if the same one would be asked with the same settings and the answer still stands. One that
  # is a script, as those of version managers are, may answer differently in each folder.
  asked="$python|${PYTHONPATH:-}|${PYTHONHOME:-}|${VIRTUAL_ENV:-}|${PYTHONUSERBASE:-}|${HOME:-}"
  answer="$home/cache/torch" kind=""
  [ -z "$python" ] || IFS= read -rn2 kind <"$python" 2>/dev/null || true
  if [ -n "$python" ] && [ "$kind" != "#!" ] && [ -r "$answer" ] && [ "$answer" -nt "$python" ]; then
    { IFS= read -r question && IFS= read -r found; } <"$answer" || question=""
    [ "$question" != "$asked" ] || [ ! "$answer" -nt "$found" ] || [ ! -e "$found/libtorch_cpu.so" ] || torch_lib="$found"
  fi
  if [ -n "$python" ] && [ -z "$torch_lib" ]; then
    torch_lib="$("$python" -c "$find_torch" 2>/dev/null || true)"
    if [ -n "$torch_lib" ] && [ "$kind" != "#!" ] && [ -w "$home" ] && mkdir -p "$home/cache" 2>/dev/null; then
      { printf '%s\n%s\n' "$asked" "$torch_lib" >"$answer.$$" && mv -f "$answer.$$" "$answer"; } 2>/dev/null || true
    fi
  fi
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
libraries="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
for folder in /usr/local/cuda/lib64 /usr/local/cuda/extras/CUPTI/lib64; do
  [ ! -d "$folder" ] || libraries="$libraries:$folder"
done
export LD_LIBRARY_PATH="$libraries"

major="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/runtime/release")"
java="$home/runtime/bin/java"
# In a fixed order, which the class archive needs.
classpath=""
for jar in "$home/lib"/*.jar; do classpath="${classpath:+$classpath:}$jar"; done
# shellcheck source=packaging/jvm.sh
. "$home/jvm.sh"
# shellcheck source=packaging/archive.sh
. "$home/archive.sh"
flags+=(
  "-Dtfsno.home=$home"
  -Dorg.bytedeco.javacpp.pathsFirst=true
  # JavaCPP would load two dozen libraries of CUDA beforehand, cuDNN's engines among them, which are half a gigabyte. Those that
  # are needed are found through LD_LIBRARY_PATH by the libraries that need them.
  -Dorg.bytedeco.javacpp.findLibraries=false
  -Dorg.bytedeco.javacpp.platform.extension=-gpu
  "-Dtfsno.torch.lib=$torch_lib"
  "-Djava.library.path=$LD_LIBRARY_PATH"
)
if [ -w "$home" ] && mkdir -p "$home/cache" 2>/dev/null; then
  flags+=("-Dorg.bytedeco.javacpp.cachedir=$home/cache")
fi
[ ! -d "$home/cache" ] || use_archive "$home/cache" "$home" "$home/lib/tfsno.jar" "$home/classes.list"
# shellcheck disable=SC2086 # TFSNO_JAVA_OPTS is a list of flags
exec "$java" "${flags[@]}" ${TFSNO_JAVA_OPTS:-} -cp "$classpath" io.tfsno.cli.Main "$@"
