// What every file of kernels begins with. On the CPU an emulator gives these words a meaning of its own.

#define DEVICE __device__ __forceinline__

#ifndef EMULATED
#define KERNEL extern "C" __global__
#define DYNAMIC_SHARED(name) extern __shared__ __align__(16) float name[]

// In a recorded step a kernel is placed on the chip while the one before it still runs. It first reads what that one does
// not write, tables and weights; then it waits for its results, and lets the next kernel come as near. Every kernel calls this
// once, in all threads, before it touches anything that another kernel writes.
DEVICE void awaitPredecessor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
#endif
