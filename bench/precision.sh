#!/usr/bin/env bash
# What each arithmetic of a GPU costs: the same trainings on E1 from the same seeds with every --precision, as a table of
# rollout errors (relative L2 at steps 1 and 50, evaluated with the precision of the training and in float32) and step times.
#   bench/precision.sh [PRECISION ...]        (default: float32 tf32 bf16)
# TFSNO=path of the launcher (default ./tfsno of this checkout; a bundle's works too), MODELS="fno tfsno", SEEDS="1 2 3",
# EPOCHS=100, DATA=data/e1.h5 (made if it is not there), DEVICE=cuda, KEEP=DIR for the runs and the JSON documents,
# SET="--set a.b=c ..." for further options of train.
set -euo pipefail
cd "$(dirname "$0")/.."
tfsno="${TFSNO:-./tfsno}"
data="${DATA:-data/e1.h5}"
device="${DEVICE:-cuda}"
work="${KEEP:-$(mktemp -d)}"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
[ -e "$data" ] || "$tfsno" data generate E1 --device "$device" --out "$data" >/dev/null
data="$(realpath "$data")"
read -ra models <<<"${MODELS:-fno tfsno}"
read -ra seeds <<<"${SEEDS:-1 2 3}"
read -ra more <<<"${SET:-}"
[ $# -gt 0 ] || set -- float32 tf32 bf16

for model in "${models[@]}"; do
  for precision in "$@"; do
    on=(--device "$device" --precision "$precision" --json)
    "$tfsno" config E1 "$model" >"$work/$model.yaml"
    "$tfsno" perf --model "$model" --dim 1 --h1 0.01 --train-only "${on[@]}" >"$work/$model.$precision.perf.json"
    for seed in "${seeds[@]}"; do
      run="$work/$model.$precision.$seed"
      "$tfsno" train "$work/$model.yaml" --set "data.file=$data" --set "training.epochs=${EPOCHS:-100}" "${more[@]}" \
        --seed "$seed" --out "$run" --force "${on[@]}" >"$run.train.json"
      "$tfsno" eval "$run" "${on[@]}" >"$run.own.json"
      "$tfsno" eval "$run" --device "$device" --precision float32 --json >"$run.float32.json"
    done
  done
done

python3 - "$work" "${models[*]}" "$*" "${seeds[*]}" <<'END'
import json, statistics, sys

work, models, precisions, seeds = sys.argv[1], *(a.split() for a in sys.argv[2:])
read = lambda *name: json.load(open(f"{work}/{'.'.join(name)}.json"))

def error(step, how, *run):
    found = [read(*run, s, how)["scores"]["steps"][step - 1]["l2"]["mean"] for s in seeds]
    spread = f" +- {statistics.stdev(found):.4f}" if len(found) > 1 else ""
    return f"{statistics.mean(found):.4f}{spread}"

print(f"{'model':8} {'precision':10} {'step, ms':>9} {'step 1':>18} {'step 50':>18} {'step 1, float32':>18} {'step 50, float32':>18}")
for model in models:
    for precision in precisions:
        [row] = read(model, precision, "perf")
        errors = [error(s, how, model, precision) for how in ("own", "float32") for s in (1, 50)]
        print(f"{model:8} {precision:10} {row['median_ms']:9.3f}" + "".join(f" {e:>18}" for e in errors))
END
