// Runs the CUDA kernels on the CPU, so that their arithmetic can be checked on machines without a GPU.
// Lanes share one thread, each with a stack of its own. A lane runs until it waits for others. Lanes that a barrier
// releases run first, in an order drawn at random: a warp gets as far ahead of the others as barriers let it, and a
// missing barrier shows.
#pragma once
#ifdef __APPLE__
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE
#endif
#undef _FORTIFY_SOURCE  // its longjmp refuses to enter another stack
#include <setjmp.h>
#include <ucontext.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#define EMULATED
#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define KERNEL static
#define DYNAMIC_SHARED(name) float *name = emulator::sharedMemory.data()

inline void awaitPredecessor() {}
inline void afterLoads() {}
inline void copyAhead(float *to, const float *from) { *to = *from; }
inline void copyAhead4(float *to, const float *from) {
  if (((uintptr_t)to | (uintptr_t)from) % 16) std::abort();
  std::memcpy(to, from, 16);
}
inline void awaitCopies() {}
inline void endBatch() {}
template <int BATCHES>
inline void awaitBatchesBut() {}

struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
struct double2 { double x, y; };
inline double2 make_double2(double x, double y) { return {x, y}; }
struct Index { int x, y, z; };

inline Index threadIdx, blockIdx, blockDim, gridDim;

namespace emulator {
constexpr size_t STACK = 1 << 18;
constexpr int MOST_LANES = 1024;
inline std::vector<std::unique_ptr<char[]>> stacks;
inline jmp_buf stopped[MOST_LANES], launcher;  // where each of them continues
inline std::function<void()> body;
inline int ready[MOST_LANES], readyCount;  // the lanes that can run
inline int unfinished;
inline std::minstd_rand order(1);

// These lanes run next, in an order drawn at random.
inline void makeReady(const int *lanes, int count) {
  for (int i = 0; i < count; i++, readyCount++) {
    int *drawn = ready + readyCount - order() % (i + 1);
    ready[readyCount] = *drawn;
    *drawn = lanes[i];
  }
}

// Leaves for a lane that can run, or for the launcher when all have ended.
[[noreturn]] inline void leave() {
  if (unfinished == 0) _longjmp(launcher, 1);
  if (readyCount == 0) {
    printf("WRONG: lanes wait for others that have ended or wait at another barrier\n");
    fflush(stdout);
    _Exit(1);  // exit would free the stack in use
  }
  threadIdx.x = ready[--readyCount];
  _longjmp(stopped[threadIdx.x], 1);
}

inline void stop() {
  if (_setjmp(stopped[threadIdx.x]) == 0) leave();
}

// Where a block's or a warp's lanes wait for each other.
struct Barrier {
  int lanes, count = 0;
  int waiting[MOST_LANES];

  // False, after the release, for all lanes but the last: that one must release them.
  bool comesLast() {
    waiting[count++] = threadIdx.x;
    if (count == lanes) return true;
    stop();
    return false;
  }

  void release() {
    makeReady(waiting, count);
    count = 0;
    stop();
  }
};

struct Warp {
  Barrier meet{32};
  const unsigned *a[32], *b[32];
  float *c[32];
};
inline std::vector<float> sharedMemory;
inline std::vector<Warp> warps;
inline Barrier block;

// The life of a lane: one body per block.
inline void lane() {
  for (;;) {
    stop();
    body();
    unfinished--;
  }
}

inline void addLane() {
  ucontext_t fresh;
  stacks.push_back(std::make_unique_for_overwrite<char[]>(STACK));
  getcontext(&fresh);
  fresh.uc_stack.ss_sp = stacks.back().get();
  fresh.uc_stack.ss_size = STACK;
  makecontext(&fresh, lane, 0);
  threadIdx.x = stacks.size() - 1;
  if (_setjmp(launcher) == 0) setcontext(&fresh);
}

inline void runLanes(int count) {
  block = {count};
  unfinished = count;
  int all[MOST_LANES];
  for (int t = 0; t < count; t++) all[t] = t;
  makeReady(all, count);
  if (_setjmp(launcher) == 0) leave();
}
}  // namespace emulator

inline void __syncthreads() {
  if (emulator::block.comesLast()) emulator::block.release();
}
inline float __uint_as_float(unsigned u) { float f; std::memcpy(&f, &u, 4); return f; }
inline unsigned __float_as_uint(float f) { unsigned u; std::memcpy(&u, &f, 4); return u; }
inline float reciprocal(float x) { return 1.0f / x; }
inline float powerOfTwo(float x) { return std::exp2(x); }
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }

// 10 bits of mantissa, ties away from zero.
inline unsigned tf32(float x) {
  unsigned u;
  std::memcpy(&u, &x, 4);
  return (u + 0x1000u) & ~0x1fffu;
}

// 8 bits of mantissa, ties to even; the one that is left of NaN is NaN.
inline unsigned bf16(float x) {
  unsigned u = __float_as_uint(x);
  return x == x ? (u + 0x7fffu + (u >> 16 & 1u)) >> 16 : 0x7fffu;
}

inline unsigned bf16Pair(float low, float high) { return bf16(low) | bf16(high) << 16; }

inline unsigned halfPair(float low, float high) {
  _Float16 pair[2] = {(_Float16)low, (_Float16)high};
  unsigned u;
  std::memcpy(&u, pair, 4);
  return u;
}

inline float2 halves(unsigned u) {
  _Float16 pair[2];
  std::memcpy(pair, &u, 4);
  return {(float)pair[0], (float)pair[1]};
}

// A factor as the tensor cores see it.
inline float cut(unsigned u) { return __uint_as_float(u & ~0x1fffu); }

// Fragments of mma.m16n8k8; the lane that comes last multiplies for its warp.
inline void multiply(float *c, const unsigned *a, const unsigned *b) {
  emulator::Warp &w = emulator::warps[threadIdx.x / 32];
  int lane = threadIdx.x % 32;
  w.a[lane] = a;
  w.b[lane] = b;
  w.c[lane] = c;
  if (!w.meet.comesLast()) return;
  float left[16][8], right[8][8];
  for (int l = 0; l < 32; l++) {
    for (int e = 0; e < 4; e++) left[l / 4 + 8 * (e % 2)][l % 4 + 4 * (e / 2)] = cut(w.a[l][e]);
    for (int e = 0; e < 2; e++) right[l % 4 + 4 * e][l / 4] = cut(w.b[l][e]);
  }
  for (int l = 0; l < 32; l++)
    for (int e = 0; e < 4; e++) {
      int m = l / 4 + 8 * (e / 2), n = 2 * (l % 4) + e % 2;
      float sum = w.c[l][e];
      for (int k = 0; k < 8; k++) sum += left[m][k] * right[k][n];
      w.c[l][e] = sum;
    }
  w.meet.release();
}

inline float shuffleXor(float x, int lanes) {
  emulator::Warp &w = emulator::warps[threadIdx.x / 32];
  w.c[threadIdx.x % 32] = &x;
  if (!w.meet.comesLast()) return x;
  float values[32];
  for (int l = 0; l < 32; l++) values[l] = *w.c[l];
  for (int l = 0; l < 32; l++) *w.c[l] = values[l ^ lanes];
  w.meet.release();
  return x;
}

template <typename Body>
void launch(Index grid, int threads, size_t sharedFloats, Body body) {
  gridDim = grid;
  blockDim = {threads, 1, 1};
  emulator::body = body;
  emulator::sharedMemory.assign(sharedFloats, NAN);
  emulator::warps = std::vector<emulator::Warp>(threads / 32);
  while ((int)emulator::stacks.size() < threads) emulator::addLane();
  for (int z = 0; z < grid.z; z++)
    for (int y = 0; y < grid.y; y++)
      for (int x = 0; x < grid.x; x++) {
        blockIdx = {x, y, z};
        emulator::runLanes(threads);
      }
}
