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

// PRODUCTS 1: factors as TF32. PRODUCTS 3: each factor as a sum of two TF32 numbers, the second of which holds what is
// cut off the first. What is left out, the product of two second numbers, is 2^-20 of a product at most and 2^-22 on
// average, which is as exact as sums in float32.
#ifndef PRODUCTS
#define PRODUCTS 1
#endif

#ifndef EMULATED
// Between loads and what is done with them: keeps the compiler from spreading the loads to save registers, so that they wait for
// memory together. All lanes of a warp must come here.
DEVICE void afterLoads() { __syncwarp(); }

// Copies a number to shared memory without waiting for it; it is there after awaitCopies and __syncthreads.
DEVICE void copyAhead(float *to, const float *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}

// The same of four numbers, both places at multiples of 16 bytes.
DEVICE void copyAhead4(float *to, const float *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

DEVICE void awaitCopies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// The copies since the last call of this are one batch.
DEVICE void endBatch() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits for all batches but the last BATCHES. A thread then sees its own copies, not those of others.
template <int BATCHES>
DEVICE void awaitBatchesBut() {
  asm volatile("cp.async.wait_group %0;" ::"n"(BATCHES) : "memory");
}

DEVICE float shuffleXor(float x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }

DEVICE float reciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// 2^x
DEVICE float powerOfTwo(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

DEVICE unsigned tf32(float x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x));
  return y;
}

DEVICE void multiply(float *c, const unsigned *a, const unsigned *b) {
  asm(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// Two bfloat16 numbers, rounded to nearest, ties to even.
DEVICE unsigned bf16Pair(float low, float high) {
  unsigned y;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(high), "f"(low));
  return y;
}

// The same of half-precision numbers. Volatile, or the compiler would compute what they come from once more where they are stored.
DEVICE unsigned halfPair(float low, float high) {
  unsigned y;
  asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(high), "f"(low));
  return y;
}

DEVICE float2 halves(unsigned pair) {
  float2 v;
  asm("{ .reg .f16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high; }"
      : "=f"(v.x), "=f"(v.y)
      : "r"(pair));
  return v;
}
#endif

// How fields are stored: as float, or where FIELD16 is 1 as bfloat16, the upper half of a float.
// Kernels load and store them with the functions below and compute in float.
#ifndef FIELD16
#define FIELD16 0
#endif

struct Bf16 {
  unsigned short bits;
};

// 11 bits of mantissa, one more than TF32 has.
struct Half {
  unsigned short bits;
};

template <bool SHORT>
struct Stored {
  typedef float Type;
};

template <>
struct Stored<true> {
  typedef Bf16 Type;
};

typedef Stored<FIELD16>::Type Field;

// What the backward pass needs of a GELU: with TF32 products its slope, in half precision, which is as exact as the factors it
// meets; with float32 products what GELU was applied to.
template <int COUNT>
struct Kept {
  typedef Field Type;
};

template <>
struct Kept<1> {
  typedef Half Type;
};

typedef Kept<PRODUCTS>::Type Slope;

// Of a factor the tensor cores leave out what is beyond TF32's 10 bits of mantissa, which makes it smaller by half of the last bit
// on average. Larger by ln 2 / 2^11 to begin with, it comes out right on average. That is one multiplication, whose result
// can go where the product wants it; rounding takes a comparison, an addition and a move.
constexpr float NUDGE = 1.00033846f;

// A number as a product takes it that set(...) would have made ready.
DEVICE float nudged(float x) { return PRODUCTS == 1 ? NUDGE * x : x; }

template <int COUNT>
struct Factor {
  unsigned high[COUNT];
#if PRODUCTS == 3
  unsigned low[COUNT];
#endif

  // A number that is what rounded(...) made of it.
  DEVICE void setRounded(int i, float x) {
#if PRODUCTS == 1
    high[i] = __float_as_uint(x);
#else
    set(i, x);
#endif
  }

  DEVICE void set(int i, float x) {
#if PRODUCTS == 1
    high[i] = __float_as_uint(nudged(x));
#else
    // The tensor cores cut both to TF32, so the high part need not be cut for them.
    high[i] = __float_as_uint(x);
    low[i] = __float_as_uint(x - __uint_as_float(high[i] & 0xffffe000u));
#endif
  }

  // A number that was stored as a T; TF32 holds every bfloat16.
  template <class T>
  DEVICE void setStored(int i, float x) {
    if (sizeof(T) == 2)
      setRounded(i, x);
    else
      set(i, x);
  }
};

// What a factor of a product is rounded to: once for numbers that are used often.
DEVICE float rounded(float x) {
#if PRODUCTS == 1
  return __uint_as_float(tf32(x));
#else
  return x;
#endif
}

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

// GELU(x) = x P(x) with the normal distribution function P. By Abramowitz and Stegun 26.2.17 P is
// known to 1e-7, about float32's own rounding, from one exponential that the slope needs as well.
struct Gelu {
  float value, slope;

  DEVICE explicit Gelu(float x) {
    float t = reciprocal(1.0f + 0.23164190f * fabsf(x));
    float e = powerOfTwo(-0.72134752f * x * x);
    float tail =
        e * t *
        (0.127414796f +
         t * (-0.142248368f + t * (0.710706871f + t * (-0.726576014f + t * 0.530702715f))));
    float p = x < 0.0f ? tail : 1.0f - tail;
    value = x * p;
    slope = p + x * e * 0.39894228f;
  }
};

DEVICE float gelu(float x) { return Gelu(x).value; }

DEVICE float geluSlope(float x) { return Gelu(x).slope; }

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

DEVICE float load1(const float *p) { return *p; }

DEVICE void store1(float *p, float x) { *p = x; }

DEVICE float4 wide4(unsigned first, unsigned second) {
  return make_float4(__uint_as_float(first << 16), __uint_as_float(first & 0xffff0000u),
                     __uint_as_float(second << 16), __uint_as_float(second & 0xffff0000u));
}

DEVICE float load1(const Bf16 *p) { return __uint_as_float((unsigned)p->bits << 16); }

DEVICE void store1(Bf16 *p, float x) { p->bits = (unsigned short)bf16Pair(x, 0.0f); }

DEVICE float4 load4(const Bf16 *p) {
  uint2 v = *reinterpret_cast<const uint2 *>(p);
  return wide4(v.x, v.y);
}

DEVICE void store4(Bf16 *p, float a, float b, float c, float d) {
  *reinterpret_cast<uint2 *>(p) = make_uint2(bf16Pair(a, b), bf16Pair(c, d));
}

// Four numbers as they were stored, which for bfloat16 takes half as many registers as floats do.
template <class T>
struct Four {
  float4 v;
  DEVICE Four() : v(zero4()) {}
  DEVICE explicit Four(const T *p) : v(load4(p)) {}
  DEVICE float at(int i) const { return part(v, i); }
};

template <>
struct Four<Bf16> {
  uint2 v;
  DEVICE Four() : v(make_uint2(0, 0)) {}
  DEVICE explicit Four(const Bf16 *p) : v(*reinterpret_cast<const uint2 *>(p)) {}
  DEVICE float at(int i) const { return part(wide4(v.x, v.y), i); }
};

DEVICE float load1(const Half *p) { return halves(p->bits).x; }

DEVICE void store1(Half *p, float x) { p->bits = (unsigned short)halfPair(x, 0.0f); }

template <>
struct Four<Half> {
  float4 v;
  DEVICE explicit Four(const Half *p) {
    uint2 pairs = *reinterpret_cast<const uint2 *>(p);
    float2 low = halves(pairs.x), high = halves(pairs.y);
    v = make_float4(low.x, low.y, high.x, high.y);
  }
  DEVICE float at(int i) const { return part(v, i); }
};

// The slope of a GELU from what was kept of it.
DEVICE float slopeOfKept(float kept) { return PRODUCTS == 1 ? kept : geluSlope(kept); }

// What is kept of four GELUs, ready to be stored.
struct FourKept {
#if PRODUCTS == 1
  uint2 pairs;
  DEVICE explicit FourKept(const float (&slopes)[4])
      : pairs(make_uint2(halfPair(slopes[0], slopes[1]), halfPair(slopes[2], slopes[3]))) {}
  DEVICE void store(Slope *to) const { *reinterpret_cast<uint2 *>(to) = pairs; }
#else
  float4 v;
  DEVICE explicit FourKept(const float (&sums)[4]) : v(make_float4(sums[0], sums[1], sums[2], sums[3])) {}
  DEVICE void store(Slope *to) const { store4(to, v.x, v.y, v.z, v.w); }
#endif
};

// Tiles whose columns are 32 points of a line: tile j has those of lanes' rows at columnsOf(row) + j. In a result a lane then has
// the points j and 16 + j from 4 tid on, so that four lanes store 64 bytes in one piece.
DEVICE int columnsOf(int row) { return 4 * (row / 2) + 16 * (row % 2); }

// A lane's part of a left factor that lies in the order of tiles and lanes.
DEVICE Left loadLeft(const float *p) {
  float4 v = load4(p);
  Left a;
#pragma unroll
  for (int e = 0; e < 4; e++) a.setRounded(e, part(v, e));
  return a;
}

// Puts a left factor of ROWS_ x COLUMNS_ numbers, multiples of 16 and 8, into that order, rounded; value(r, c) gives them.
template <int ROWS_, int COLUMNS_, int WARPS_, class Value>
DEVICE void stageLeft(float *to, Value value) {
  constexpr int ACROSS = COLUMNS_ > 0 ? COLUMNS_ / 8 : 1;
  const int lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
#pragma unroll 4
  for (int tile = threadIdx.x / 32; tile < ROWS_ / 16 * (COLUMNS_ / 8); tile += WARPS_) {
    int r = 16 * (tile / ACROSS) + row, c = 8 * (tile % ACROSS) + tid;
    store4(to + (32 * tile + lane) * 4, rounded(value(r, c)), rounded(value(r + 8, c)),
           rounded(value(r, c + 4)), rounded(value(r + 8, c + 4)));
  }
}

// The same of a right factor, ROWS_ x COLUMNS_ multiples of 8.
template <int ROWS_, int COLUMNS_, int WARPS_, class Value>
DEVICE void stageRight(float *to, Value value) {
  const int lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
#pragma unroll 4
  for (int tile = threadIdx.x / 32; tile < ROWS_ / 8 * (COLUMNS_ / 8); tile += WARPS_) {
    int r = 8 * (tile % (ROWS_ / 8)) + tid, c = 8 * (tile / (ROWS_ / 8)) + row;
    store2(to + (32 * tile + lane) * 2, rounded(value(r, c)), rounded(value(r + 4, c)));
  }
}

DEVICE Right loadRight(const float *p) {
  float2 v = load2(p);
  Right b;
  b.setRounded(0, v.x);
  b.setRounded(1, v.y);
  return b;
}

// Copies COUNT_ numbers, a multiple of 4.
template <int COUNT_, int THREADS_>
DEVICE void stage(float *to, const float *from) {
#pragma unroll 8
  for (int i = 4 * threadIdx.x; i < COUNT_; i += 4 * THREADS_) {
    float4 v = load4(from + i);
    store4(to + i, v.x, v.y, v.z, v.w);
  }
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

// The sum over each LANES neighbouring lanes of a warp, all of which take part; all of them get it.
template <int LANES>
DEVICE float sumOfLanes(float x) {
#pragma unroll
  for (int d = LANES / 2; d > 0; d /= 2) x += shuffleXor(x, d);
  return x;
}

DEVICE float sumOfWarp(float x) { return sumOfLanes<32>(x); }

// The sum over groups of THREADS_ threads, lanes of a warp or a whole block, in a fixed order; all of them get it.
template <int THREADS_>
DEVICE float sumOfThreads(float x, float *shared) {
  x = sumOfLanes<(THREADS_ < 32 ? THREADS_ : 32)>(x);
  if (THREADS_ > 32) {
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0.0f;
    for (int w = 0; w < THREADS_ / 32; w++) x += shared[w];
    __syncthreads();
  }
  return x;
}

// The gain of a gate: softplus of the trained number.
DEVICE float gainOf(float raw) { return raw > 20.0f ? raw : log1pf(expf(raw)); }
