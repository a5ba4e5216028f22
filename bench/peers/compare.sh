#!/usr/bin/env bash
# A train step and a prediction of the FNO in tfsno, PyTorch and JAX, one after the other on this machine, as tables with ratios.
#   bench/peers/compare.sh [cpu|cuda] [CASE ...]     (cases of fno_cases.py; default 1d-20 2d-20 on cpu, all on cuda)
# TFSNO=path of the launcher (default ./tfsno of this checkout; a bundle's works too), PYTHON=python3, or TORCH_PYTHON and
# JAX_PYTHON where the two live in different environments; BATCH=n instead of the cases' own; VARIANTS=eager,graph
# for some of PyTorch's only, JAX_VARIANTS=products for some of JAX's; WHAT=train_step for one of the two measurements;
# MEMORY=1 starts JAX anew for each case and variant, without which its peak memory cannot be told; SECONDS_EACH=0.2 and
# REPEATS=5 shorten the peers' measurements; KEEP=FILE keeps the JSON lines, written as they come.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
tfsno="${TFSNO:-$here/../../tfsno}"
torch_python="${TORCH_PYTHON:-${PYTHON:-python3}}"
jax_python="${JAX_PYTHON:-${PYTHON:-python3}}"
what="${WHAT:-train_step,predict_step}"
device="${1:-cpu}"
[ $# -eq 0 ] || shift
case "$device" in
  cpu) cases=("${@:-1d-20 2d-20}") ;;
  cuda) cases=("${@:-$("$torch_python" -B -c "import sys; sys.path.insert(0, '$here'); import fno_cases; print(*fno_cases.CASES)")}") ;;
  *)
    echo "compare.sh: expected cpu or cuda, found '$device'" >&2
    exit 2
    ;;
esac
read -ra cases <<<"${cases[*]}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
rows="${KEEP:-$work/rows}"
rm -f "$rows"
list="$(IFS=, && echo "${cases[*]}")"
common=(--device "$device" --what "$what" --json "$rows")
[ -z "${BATCH:-}" ] || common+=(--batch "$BATCH")
[ -z "${SECONDS_EACH:-}" ] || common+=(--seconds "$SECONDS_EACH")
[ -z "${REPEATS:-}" ] || common+=(--repeats "$REPEATS")

# A peer that dies, of memory for instance, leaves the others their rows.
peer() {
  "$@" >/dev/null || echo "compare.sh: failed: $*" >&2
}

for name in "${cases[@]}"; do
  read -r points width modes own < <("$torch_python" -B -c "
import sys
sys.path.insert(0, '$here')
from fno_cases import CASES
c = CASES['$name']
print('x'.join(map(str, c.points)), c.width, c.modes, c.batch)")
  sizes=(--model fno --dim "$(awk -F x '{ print NF }' <<<"$points")" --points "$points" --width "$width" --modes "$modes" --batch "${BATCH:-$own}")
  [ "$what" != train_step ] || sizes+=(--train-only)
  if ! "$tfsno" perf "${sizes[@]}" --device "$device" --json >"$work/perf.json"; then
    echo "compare.sh: $tfsno perf failed for $name, see above; its row is left out" >&2
    continue
  fi
  "$torch_python" -B "$here/fno_table.py" --from-perf "$name" "$what" "$work/perf.json" >>"$rows"
done
peer "$torch_python" "$here/fno_torch.py" --cases "$list" "${common[@]}" ${VARIANTS:+--variants "$VARIANTS"}
if [ -z "${MEMORY:-}" ]; then
  peer "$jax_python" "$here/fno_jax.py" --cases "$list" "${common[@]}" ${JAX_VARIANTS:+--variants "$JAX_VARIANTS"}
else
  IFS=, read -ra variants <<<"${JAX_VARIANTS:-first,last,products}"
  for name in "${cases[@]}"; do
    for variant in "${variants[@]}"; do
      peer "$jax_python" "$here/fno_jax.py" --cases "$name" --variants "$variant" "${common[@]}"
    done
  done
fi
"$torch_python" -B "$here/fno_table.py" "$rows"
