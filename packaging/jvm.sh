# Flags and environment of the JVM, for the project's launcher and for the bundle's: sourced by both, so that they agree.
# In: "major", Java's version, and the command's arguments. Out: the array "flags", and the exported environment.
# shellcheck shell=bash disable=SC2034,SC2154 # flags and major belong to the script that sources this
flags=(
  -Dorg.bytedeco.javacpp.maxPhysicalBytes=0
  -Dorg.bytedeco.javacpp.maxBytes=0
  -Dorg.bytedeco.javacpp.nopointergc=true
  -XX:+UseSerialGC
  -Xshare:auto
)
# Short commands whose work is in native code: the second compiler would cost more than it saves.
case "${1:-}" in
  data | solve | doctor | equations | --version) flags+=(-XX:TieredStopAtLevel=1) ;;
esac
[ "$major" -lt 24 ] || flags+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
[ ! -t 2 ] || flags+=(-Dtfsno.terminal=true)

export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
# Waiting threads spin for a moment only: on a machine with other work, spinning made a training ten times slower.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-PASSIVE}"
export GOMP_SPINCOUNT="${GOMP_SPINCOUNT:-3000}"
# libtorch warns of its own threads' first call on a GPU; nothing a user could do about it.
export TORCH_CPP_LOG_LEVEL="${TORCH_CPP_LOG_LEVEL:-ERROR}"
# More queues to the GPU than the default 8: twelve U-NOs at once trained 18 % faster, others not slower.
export CUDA_DEVICE_MAX_CONNECTIONS="${CUDA_DEVICE_MAX_CONNECTIONS:-32}"
# A rank that waits for another in vain is told so, instead of being ended by NCCL.
export TORCH_NCCL_BLOCKING_WAIT="${TORCH_NCCL_BLOCKING_WAIT:-1}"
