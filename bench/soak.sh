#!/usr/bin/env bash
# Trains and serves together for a while, and watches memory and open files of both processes:
#
#     bench/soak.sh [MINUTES [FOLDER]]        (default: 60 minutes, target/soak)
#
# One training that never ends by itself (validation and a checkpoint after every epoch), one service over models/ that also
# watches the training's folder, and clients that ask for rollouts, solutions, streams and nonsense. Every 10 seconds a line
# of FOLDER/soak.csv: seconds, process, resident MiB, open files, threads. At the end the training is interrupted and resumed
# and the service stopped; the script fails if either did not end well, or if the last third of the time used more than the
# second. Needs Linux (/proc) and curl. Without the command `serve` it trains only, and says so. TFSNO names another command
# than ./tfsno to run. `mvn -B test -Pcampaign -Dtest=SoakCampaignTest` adds two ranks, one of which dies every minute.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

minutes="${1:-60}"
folder="${2:-target/soak}"
tfsno="${TFSNO:-./tfsno}"
interval=10
mkdir -p "$folder"
rm -rf "$folder/run" "$folder/soak.csv"
end=$((SECONDS + minutes * 60))

[ -f "$folder/e1.h5" ] || "$tfsno" data generate E1 --profile fast --train 64 --test 8 --out "$folder/e1.h5"
cat >"$folder/soak.yaml" <<YAML
name: soak
data: {file: e1.h5}
model: {name: tfsno, widths: [16, 16, 16], predictDelta: true}
training: {epochs: 1000000, batch: 16, checkpoint: 0}
validation: {trajectories: 4, every: 1, horizon: 10}
YAML

started=()
cleanup() {
  for pid in ${started[@]+"${started[@]}"}; do kill "$pid" 2>/dev/null || true; done
}
trap cleanup EXIT

# A shell starts background processes deaf to interrupts.
env --default-signal=INT "$tfsno" train "$folder/soak.yaml" --out "$folder/run" --threads 1 >"$folder/train.log" 2>&1 &
training=$!
started+=("$training")

serving=""
if "$tfsno" serve --help >/dev/null 2>&1; then
  "$tfsno" serve --models models --port 0 --runs "$folder" --threads 1 >"$folder/serve.log" 2>&1 &
  serving=$!
  started+=("$serving")
  address=""
  for _ in $(seq 120); do
    address="$(grep -oE 'http://[0-9.]+:[0-9]+' "$folder/serve.log" | head -n 1 || true)"
    [ -z "$address" ] || break
    kill -0 "$serving" || { cat "$folder/serve.log"; exit 1; }
    sleep 1
  done
  [ -n "$address" ] || { echo "soak: the service did not say where it listens" >&2; exit 1; }
else
  echo "soak: no command 'serve' in this build; training only"
fi

ask() { # ACCEPT PATH BODY: counts the answer's status
  curl -s -o /dev/null -w '%{http_code}\n' --max-time 120 "$address$2" -H 'Content-Type: application/json' -H "Accept: $1" -d "$3" >>"$answers" || true
}
client() { # NUMBER: one request after the other until the time is over
  local n=0 model answers="$folder/answers.$1"
  while [ $SECONDS -lt $end ]; do
    n=$((n + 1))
    model=$([ $((n % 2)) = 0 ] && echo e1-fno || echo e2-tfsno-l)
    ask application/json /api/rollout "{\"model\": \"$model\", \"steps\": 20, \"initial\": {\"seed\": $n}}"
    ask application/x-npy /api/rollout "{\"model\": \"e4-fno\", \"steps\": 3, \"initial\": {\"seed\": $n}}"
    ask application/x-hdf5 /api/rollout "{\"model\": \"$model\", \"steps\": 5, \"initial\": {\"seed\": $n}}"
    ask application/x-ndjson /api/rollout "{\"model\": \"e1-tfsno-l\", \"steps\": 100, \"initial\": {\"seed\": $n}, \"spectra\": true, \"gates\": true}"
    ask application/x-npy /api/solve "{\"model\": \"e1-fno\", \"steps\": 5, \"initial\": {\"seed\": $n}}"
    ask application/json /api/rollout "{\"model\": \"no-such-model\", \"steps\": $n}"
    ask application/json /api/rollout "not JSON at all"
    # A client that leaves in the middle of a stream.
    curl -sN --max-time 0.3 "$address/api/rollout" -H 'Content-Type: application/json' -H 'Accept: application/x-ndjson' \
      -d "{\"model\": \"e1-fno\", \"steps\": 10000, \"initial\": {\"seed\": $n}}" >/dev/null || true
    curl -s "$address/api/metrics" >"$folder/metrics.$1" || true
  done
}
rm -f "$folder"/answers.*
clients=()
if [ -n "$serving" ]; then
  for i in 1 2; do
    client "$i" &
    clients+=($!)
    started+=($!)
  done
fi

sample() { # NAME PID
  local rss threads files
  rss="$(awk '/^VmRSS/ {print $2 / 1024}' "/proc/$2/status")"
  threads="$(awk '/^Threads/ {print $2}' "/proc/$2/status")"
  files="$(ls "/proc/$2/fd" | wc -l)"
  echo "$SECONDS,$1,$rss,$files,$threads" >>"$folder/soak.csv"
}
echo "seconds,process,rss_mib,files,threads" >"$folder/soak.csv"
while [ $SECONDS -lt $end ]; do
  sleep "$interval"
  kill -0 "$training" || { echo "soak: the training ended early:"; tail -n 5 "$folder/train.log"; exit 1; }
  sample train "$training"
  if [ -n "$serving" ]; then
    kill -0 "$serving" || { echo "soak: the service ended early:"; tail -n 5 "$folder/serve.log"; exit 1; }
    sample serve "$serving"
  fi
done

[ ${#clients[@]} = 0 ] || wait "${clients[@]}"
kill -INT "$training" 2>/dev/null
ended=0
wait "$training" || ended=$?
echo "training: $(wc -l <"$folder/run/metrics.jsonl") epochs, interrupted with exit code $ended (130 expected)"
[ "$ended" = 130 ]
if [ -n "$serving" ]; then
  kill -TERM "$serving"
  ended=0
  wait "$serving" || ended=$?
  echo "service: $(cat "$folder"/answers.* | sort | uniq -c | awk '{printf "%s x %s, ", $1, $2}')exit code $ended"
  grep -q '^200$' "$folder"/answers.* || { echo "soak: no request was answered"; exit 1; }
  ! grep -qvE '^(200|400|404|429|503)$' "$folder"/answers.* || { echo "soak: the service failed, or did not answer (000)"; exit 1; }
fi
started=()

# Resumed for a few epochs: what a day of training left behind must still be usable.
timeout -s INT 30 "$tfsno" train --resume "$folder/run" --threads 1 >"$folder/resume.log" 2>&1 || [ $? = 124 ]

# The first third is warm-up. Flat: the last third's means are at most 5 % + 8 MiB and 2 files (open connections) above the second's.
awk -F, -v all="$SECONDS" '
  NR == 1 {next}
  {
    third = int(3 * $1 / (all + 1)); n[$2, third]++; rss[$2, third] += $3; files[$2, third] += $4
    if ($5 > threads[$2, third]) threads[$2, third] = $5
    seen[$2] = 1
  }
  END {
    for (p in seen) {
      for (t = 0; t < 3; t++) {
        mean[t] = rss[p, t] / (n[p, t] ? n[p, t] : 1)
        open[t] = files[p, t] / (n[p, t] ? n[p, t] : 1)
      }
      printf "%s: resident %.0f, %.0f, %.0f MiB, files %.1f, %.1f, %.1f (means of thirds); most threads %d, %d, %d\n",
        p, mean[0], mean[1], mean[2], open[0], open[1], open[2], threads[p, 0], threads[p, 1], threads[p, 2]
      if (mean[2] > 1.05 * mean[1] + 8) {print p ": memory grows"; bad = 1}
      if (open[2] > open[1] + 2) {print p ": open files grow"; bad = 1}
    }
    exit bad
  }' "$folder/soak.csv"
