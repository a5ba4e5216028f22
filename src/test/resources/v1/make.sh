#!/usr/bin/env bash
# How the files beside this script were made, by version 0.1.0 at commit e968eb3. A later version must not make them again: they are here because
# they are old.
#   cd CHECKOUT && bash src/test/resources/v1/make.sh OUT
# Needs Python with NumPy, for the initial states.
set -euo pipefail
checkout="$PWD"
tfsno="$checkout/tfsno"
out="$1"
mkdir -p "$out" && cd "$out"
mkdir -p work/data work/configs runs data

# Data
"$tfsno" data generate E1 --quick --train 5 --test 1 --snapshots 8 --threads 1 --out work/data/e1.h5
"$tfsno" data generate E1 --quick --train 41 --test 1 --snapshots 8 --threads 1 --out work/data/e1-more.h5
"$tfsno" data generate E6 --quick --train 41 --test 1 --snapshots 8 --threads 1 --out work/data/e6-more.h5
cp "$checkout/src/test/resources/pdebench_2d_diff_react_sample.hdf5" work/data/diff-react.h5
cat > data/gray-scott-2d.yaml <<'YAML'
equation: gray_scott2d
resolution: 16
snapshots: {interval: 1, count: 3}
initial:
  channels:
    - {mean: 0.9, modes: [{amplitude: 0.05, wavenumber: [1, 0]}]}
    - {mean: 0.2, modes: [{amplitude: 0.1, wavenumber: [1, 1], phase: 1}]}
YAML
"$tfsno" solve data/gray-scott-2d.yaml --out data/gray-scott-2d.h5
cp work/data/e1.h5 data/e1.h5

# Initial states: a few waves, two states on the training grid, and the first of them on a grid twice as fine
cat > work/states.py <<'PY'
import numpy, sys
file, dimension, points, channels, states = sys.argv[1], *map(int, sys.argv[2:])
x = 2 * numpy.pi * numpy.arange(points) / points
u = numpy.zeros((states, channels) + (points,) * dimension)
for b in range(states):
    for c in range(channels):
        wave = lambda k, phase, t: numpy.cos(k * t + phase + b + 2 * c)
        u[b, c] = (0.5 * wave(1, 0.3, x) + 0.2 * wave(2, 1.1, x) + 0.1 * wave(3, 2.0, x) if dimension == 1 else
                   0.5 * wave(1, 0.3, x)[:, None] * wave(1, 0.9, x)[None, :] + 0.2 * wave(2, 1.1, x)[:, None] + 0.1 * wave(3, 2.0, x)[None, :])
numpy.save(file, u.astype(numpy.float32))
PY

config() { # RUN DATA POINTS EPOCHS
  cat > "work/configs/$1.yaml" <<YAML
name: $1
data: {file: ../data/$2, resolution: $3}
training: {epochs: $4, batch: 2, learningRate: 1e-2}
validation: {trajectories: 1, every: $4, horizon: 5}
YAML
}

rollout() { # RUN POINTS CHANNELS
  local dimension=1 run="runs/$1"
  case "$1" in *-2d*) dimension=2 ;; esac
  python3 work/states.py "$run/u0.npy" $dimension "$2" "$3" 2
  "$tfsno" rollout "$run" --device cpu --threads 1 --input "$run/u0.npy" --steps 5 --out "$run/expected.npy"
  case "$1" in fno-1d | fno-2d | uno-1d | uno-2d)
    python3 work/states.py "$run/u0-doubled.npy" $dimension $((2 * $2)) "$3" 1
    "$tfsno" rollout "$run" --device cpu --threads 1 --input "$run/u0-doubled.npy" --steps 5 --out "$run/expected-doubled.npy" ;;
  esac
}

# What names folders of the machine is changed or left out, as in an exported model.
portable() {
  sed -i -E 's#^(  file: ).*/([^/"]+)"?$#\1"data/\2"#' "runs/$1/config.yaml"
  sed -i '/"library" :/d' "runs/$1/provenance.json"
}

train() { # RUN DATA POINTS CHANNELS EPOCHS SETTING...
  local name="$1" data="$2" points="$3" channels="$4" epochs="$5" settings=()
  shift 5
  for s in "$@"; do settings+=(--set "$s"); done
  config "$name" "$data" "$points" "$epochs"
  "$tfsno" train "work/configs/$name.yaml" --device cpu --threads 1 "${settings[@]}" --out "runs/$name"
  rm "runs/$name/training.safetensors" "runs/$name/.lock"
  portable "$name"
  rollout "$name" "$points" "$channels"
}

e1() { local name="$1"; shift; train "$name" e1-more.h5 64 1 8 "$@"; }
e6() { local name="$1"; shift; train "$name" e6-more.h5 16 1 8 "$@"; }
two() { local name="$1"; shift; train "$name" diff-react.h5 16 2 30 training.batch=1 "$@"; }

tfsno1=(model.name=tfsno 'model.widths=[4,5,6]' 'model.modes=[8,6,4]' 'model.gate.metaNet={hidden: [6]}' model.init=normal)
tfsno2=(model.name=tfsno 'model.widths=[3,4]' 'model.modes=[4,3]' 'model.gate.metaNet={hidden: [6]}' model.init=normal)
fno1=(model.name=fno model.width=6 model.modes=8 model.head=16)
fno2=(model.name=fno model.width=4 model.modes=4 model.head=16)

# Every model in one and two dimensions
e1 tfsno-1d "${tfsno1[@]}"
e1 fno-1d "${fno1[@]}"
e1 uno-1d model.name=uno model.width=2 'model.modes=[8,6,4,3,4,6,8]'
e1 deeponet-1d model.name=deeponet model.basis=16 model.layers=3 model.harmonics=3
e1 pino-1d "${fno1[@]}" model.name=pino
e1 wno-1d model.name=wno model.width=4 model.head=16
e1 fino-1d model.name=fino 'model.channels=[4,6,8]'
e6 tfsno-2d "${tfsno2[@]}"
e6 fno-2d "${fno2[@]}"
e6 uno-2d model.name=uno model.width=2 'model.modes=[4,2,1,1,1,2,4]'
e6 deeponet-2d model.name=deeponet model.basis=16 model.layers=3 model.harmonics=2
e6 pino-2d "${fno2[@]}" model.name=pino
e6 wno-2d model.name=wno model.width=4 model.levels=2 model.head=16
e6 fino-2d model.name=fino 'model.channels=[3,4,5]'

# Options of TF-SNO
e1 tfsno-1d-standardise "${tfsno1[@]}" model.gate.standardise=true model.gate.calibrations=2
e1 tfsno-1d-directional "${tfsno1[@]}" model.gate.controller=directional
e1 tfsno-1d-learned "${tfsno1[@]}" model.gate.controller=learned 'model.gate.blocks=[1, 5]' model.gate.metaNet.activation=gelu model.gate.learningRateFactor=0.2
e1 tfsno-1d-band "${tfsno1[@]}" model.gate.kind=band model.gate.bands=4
e1 tfsno-1d-scalar "${tfsno1[@]}" model.gate.kind=scalar
e1 tfsno-1d-no-gate "${tfsno1[@]}" model.gate.kind=none
e1 tfsno-1d-features "${tfsno1[@]}" 'model.gate.features=[centroid, log_sigma, crest]'
e1 tfsno-1d-blocks "${tfsno1[@]}" 'model.gate.blocks=[1, 3]'
e1 tfsno-1d-flat "${tfsno1[@]}" model.multiscale=false 'model.widths=[4]' 'model.modes=[8]'
e1 tfsno-1d-contraction "${tfsno1[@]}" 'model.contraction={alphaMax: 0.5, target: 0.95}'
e1 tfsno-1d-periodic "${tfsno1[@]}" model.coords=periodic
e1 tfsno-1d-delta "${tfsno1[@]}" model.predictDelta=true
e6 tfsno-2d-directional "${tfsno2[@]}" model.gate.controller=directional

# Two channels
two fno-2d-two-channels "${fno2[@]}"
two tfsno-2d-two-channels "${tfsno2[@]}"

# Half precision
"$tfsno" export runs/tfsno-1d --out runs/tfsno-1d-exported
rollout tfsno-1d-exported 64 1

# A training stopped by Ctrl-C, with all that is needed to go on
name=tfsno-1d-interrupted
config $name e1.h5 64 40
env --default-signal=INT "$tfsno" train work/configs/$name.yaml --device cpu --threads 1 \
  --set model.name=tfsno --set 'model.widths=[4,5,6]' --set 'model.modes=[8,6,4]' \
  --set 'model.gate={metaNet: {hidden: [6]}, standardise: true, calibrations: 3}' \
  --set training.checkpoint=0 --set validation.every=5 --out runs/$name &
process=$!
until [ "$(cat runs/$name/metrics.jsonl 2>/dev/null | wc -l)" -ge 12 ]; do sleep 0.01; done
kill -INT $process
wait $process || [ $? = 130 ]
rm runs/$name/.lock
# What becomes of it when it goes on
cp -r runs/$name work/finished
"$tfsno" train --resume work/finished --device cpu --threads 1
portable $name
rollout $name 64 1
"$tfsno" rollout work/finished --device cpu --threads 1 --input runs/$name/u0.npy --steps 5 --out runs/$name/expected-finished.npy

# Results of a suite
mkdir -p ledger/tiny
cat > ledger/tiny/suite.yaml <<'YAML'
title: tiny
cells:
  - {datasets: [E1], variants: [small-fno, small-tfsno], forms: [delta]}
  - {datasets: [E1], variants: [broken], forms: [direct]}
variants:
  small-fno: {title: FNO, model: {name: fno, width: 4, modes: 4, layers: 2, head: 8}}
  small-tfsno: {title: TF-SNO, model: {name: tfsno, widths: [4, 4], modes: [4, 4]}}
  broken: {title: broken, model: {name: pino, width: 4, modes: 4, physicsWeight: 1e38, warmUp: 0}}
YAML
"$tfsno" bench ledger/tiny/suite.yaml --budget smoke --device cpu --parallel 1 --data work/suite-data --out ledger/tiny
rm -r ledger/tiny/running
mkdir -p ledger/paper/ledger
for key in E1-tfsno-direct-full-s1 E1-fno-direct-full-s1 E6-tfsno-delta-full-s1; do
  cp "$checkout/results/ledger/$key.json" ledger/paper/ledger
done

rm -r work
