// What all kernels share: products of small tiles on the tensor cores, and GELU.
//
// A warp holds tiles in the registers of its lanes as the m16n8k8 product wants them. With
// group = lane / 4 and tid = lane % 4 a lane holds
//   of a left factor  [16][8]: (group, tid), (group + 8, tid), (group, tid + 4), (group + 8, tid + 4)
//   of a right factor  [8][8]: (tid, group), (tid + 4, group)
//   of the result     [16][8]: (group, 2 tid), (group, 2 tid + 1), and the same of row group + 8.
// The order of the summed index is free as long as both factors agree, and so is the order of the
// result's columns: the kernels use that to load and store 16 bytes at a time and to feed one
// product's result to the next without moving it between lanes.

#define DEVICE __device__ __forceinline__

// PRODUCTS 1: factors rounded to TF32. PRODUCTS 3: each factor as a sum of two TF32 numbers, which
// is as exact as float32.
#ifndef PRODUCTS
#define PRODUCTS 1
#endif

#ifndef EMULATED
#define KERNEL extern "C" __global__
#define DYNAMIC_SHARED(name) extern __shared__ __align__(16) float name[]

DEVICE float shuffleXor(float x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }

DEVICE unsigned tf32(float x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x));
  return y;
}

DEVICE void multiply(float *c, const unsigned *a, const unsigned *b) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

template <int COUNT>
struct Factor {
  unsigned high[COUNT];
#if PRODUCTS == 3
  unsigned low[COUNT];
#endif

  DEVICE void set(int i, float x) {
    high[i] = tf32(x);
#if PRODUCTS == 3
    low[i] = tf32(x - __uint_as_float(high[i]));
#endif
  }
};

typedef Factor<4> Left;
typedef Factor<2> Right;

// c += a b
DEVICE void product(float *c, const Left &a, const Right &b) {
#if PRODUCTS == 3
  multiply(c, a.low, b.high);
  multiply(c, a.high, b.low);
#endif
  multiply(c, a.high, b.high);
}

DEVICE float gelu(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678118654752f)); }

DEVICE float geluSlope(float x) {
  return 0.5f * (1.0f + erff(x * 0.70710678118654752f)) +
         x * 0.39894228040143268f * __expf(-0.5f * x * x);
}

DEVICE float4 zero4() { return make_float4(0.0f, 0.0f, 0.0f, 0.0f); }

DEVICE float part(const float4 &v, int i) {
  return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

DEVICE float4 load4(const float *p) { return *reinterpret_cast<const float4 *>(p); }

DEVICE void store4(float *p, float a, float b, float c, float d) {
  *reinterpret_cast<float4 *>(p) = make_float4(a, b, c, d);
}

DEVICE float2 load2(const float *p) { return *reinterpret_cast<const float2 *>(p); }

DEVICE void store2(float *p, float a, float b) {
  *reinterpret_cast<float2 *>(p) = make_float2(a, b);
}

__host__ __device__ constexpr int roundUp(int n, int to) { return (n + to - 1) / to * to; }

// The sum over all threads of a block, added up in a fixed order.
template <int THREADS_>
DEVICE float sumOfBlock(float x, float *shared) {
  shared[threadIdx.x] = x;
  __syncthreads();
  for (int half = THREADS_ / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  float total = shared[0];
  __syncthreads();
  return total;
}
