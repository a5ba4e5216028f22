// Prints how much shared memory a block of taps.cu takes, in bytes, for the sizes that it is compiled with.
#include "emulator.h"
#include "launch.cu"
#include "prelude.cu"
#include "tapcore.cu"
#include "taps.cu"

int main() {
  printf("%zu\n", TAP_FLOATS * sizeof(float));
  return 0;
}
