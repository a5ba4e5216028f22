// Runs the CUDA kernels on the CPU, one thread per lane, so that their arithmetic can be checked on
// machines without a GPU. Slow; for small shapes.
#pragma once
#include <barrier>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
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
inline void awaitCopies() {}

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

namespace emulator {
inline std::vector<float> sharedMemory;
struct Warp {
  std::barrier<> meet{32};
  unsigned a[32][4], b[32][2];
  float value[32];
};
inline std::vector<std::unique_ptr<Warp>> warps;
inline std::unique_ptr<std::barrier<>> block;
}  // namespace emulator

inline thread_local Index threadIdx;
inline Index blockIdx, blockDim, gridDim;

inline void __syncthreads() { emulator::block->arrive_and_wait(); }
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

inline void multiply(float *c, const unsigned *a, const unsigned *b) {
  emulator::Warp &w = *emulator::warps[threadIdx.x / 32];
  int lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  std::memcpy(w.a[lane], a, 16);
  std::memcpy(w.b[lane], b, 8);
  w.meet.arrive_and_wait();
  for (int e = 0; e < 4; e++) {
    int m = row + 8 * (e / 2), n = 2 * tid + e % 2;
    float sum = c[e];
    for (int k = 0; k < 8; k++)
      sum += cut(w.a[m % 8 * 4 + k % 4][m / 8 + 2 * (k / 4)]) * cut(w.b[n * 4 + k % 4][k / 4]);
    c[e] = sum;
  }
  w.meet.arrive_and_wait();
}

inline float shuffleXor(float x, int lanes) {
  emulator::Warp &w = *emulator::warps[threadIdx.x / 32];
  int lane = threadIdx.x % 32;
  w.value[lane] = x;
  w.meet.arrive_and_wait();
  float y = w.value[lane ^ lanes];
  w.meet.arrive_and_wait();
  return y;
}

template <typename Body>
void launch(Index grid, int threads, size_t sharedFloats, Body body) {
  gridDim = grid;
  blockDim = {threads, 1, 1};
  emulator::sharedMemory.assign(sharedFloats, NAN);
  emulator::warps.clear();
  for (int w = 0; w < threads / 32; w++)
    emulator::warps.push_back(std::make_unique<emulator::Warp>());
  for (int z = 0; z < grid.z; z++)
    for (int y = 0; y < grid.y; y++)
      for (int x = 0; x < grid.x; x++) {
        blockIdx = {x, y, z};
        emulator::block = std::make_unique<std::barrier<>>(threads);
        std::vector<std::thread> lanes;
        for (int t = 0; t < threads; t++)
          lanes.emplace_back([=] {
            threadIdx = {t, 0, 0};
            body();
          });
        for (auto &lane : lanes) lane.join();
      }
}
