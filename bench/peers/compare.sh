#!/usr/bin/env bash
# One train step of the FNO in tfsno, PyTorch and JAX, one after the other on this machine, as a table with ratios.
#   bench/peers/compare.sh [cpu|cuda] [CASE ...]     (cases of fno_cases.py; default 1d-20 2d-20 on cpu, all four on cuda)
# TFSNO=path of the launcher (default ./tfsno of this checkout; a bundle's works too), PYTHON=python3, or TORCH_PYTHON and
# JAX_PYTHON where the two live in different environments; BATCH=n instead of the cases' own; VARIANTS=eager,graph
# for some of PyTorch's only; KEEP=FILE keeps the JSON lines, written as they come.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
tfsno="${TFSNO:-$here/../../tfsno}"
torch_python="${TORCH_PYTHON:-${PYTHON:-python3}}"
jax_python="${JAX_PYTHON:-${PYTHON:-python3}}"
device="${1:-cpu}"
[ $# -eq 0 ] || shift
case "$device" in
  cpu) cases=("${@:-1d-20 2d-20}") ;;
  cuda) cases=("${@:-1d-20 1d-256 2d-20 2d-128}") ;;
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
batch=()
[ -z "${BATCH:-}" ] || batch=(--batch "$BATCH")

"$torch_python" "$here/fno_torch.py" --device "$device" --cases "$list" "${batch[@]}" ${VARIANTS:+--variants "$VARIANTS"} --json "$rows" >/dev/null
"$jax_python" "$here/fno_jax.py" --device "$device" --cases "$list" "${batch[@]}" --json "$rows" >/dev/null
for name in "${cases[@]}"; do
  read -r dim width modes own < <(cd "$here" && "$torch_python" -B -c "
from fno_cases import CASES
c = CASES['$name']
print(c.dim, c.width, c.modes, c.batch)")
  if ! "$tfsno" perf --model fno --dim "$dim" --width "$width" --modes "$modes" --batch "${BATCH:-$own}" --device "$device" --train-only --json >"$work/perf.json"; then
    echo "compare.sh: $tfsno perf failed for $name, see above; its row is left out" >&2
    continue
  fi
  "$torch_python" - "$work/perf.json" >>"$rows" <<'END'
import json, sys

document = json.load(open(sys.argv[1]))
found = document if isinstance(document, list) else document.get("rows", [document])
for row in found:
    if row.get("what") == "train_step" and row.get("model") == "fno":
        print(json.dumps({"framework": "tfsno", "version": "", "variant": ""} | row))
END
done

"$torch_python" - "$rows" <<'END'
import json, os, sys

rows = [json.loads(line) for line in open(sys.argv[1])] if os.path.exists(sys.argv[1]) else []
size = lambda r: (r["dim"], r["width"], r["batch"])
print(f"{'case':34} {'framework':34} {'ms per step':>12} {'min..max':>19} {'of tfsno':>9}")
for case in sorted({size(r) for r in rows}):
    here = [r for r in rows if size(r) == case]
    own = [r["median_ms"] for r in here if r["framework"] == "tfsno" and "median_ms" in r]
    for r in sorted(here, key=lambda r: r.get("median_ms", float("inf"))):
        label = f"{r['dim']}D {r['points']} points, width {r['width']}, batch {r['batch']}"
        name = " ".join(x for x in (r["framework"], r["version"], r["variant"]) if x)
        if "median_ms" not in r:
            print(f"{label:34} {name:34} failed: {r.get('error', '')[:60]}")
            continue
        spread = f"{r['min_ms']:.3f}..{r['max_ms']:.3f}" if "min_ms" in r else ""
        ratio = f"{r['median_ms'] / own[0]:.2f}" if own else ""
        print(f"{label:34} {name:34} {r['median_ms']:12.3f} {spread:>19} {ratio:>9}")
END
