// The learnt product of each mode k, with complex numbers as pairs:
//
//   mix        y[o][b] = sum_i w[k][o][i] x[i][b]
//   mixBack    gx[i][b] = sum_o conj(w[k][o][i]) gy[o][b]
//   mixWeight  gw[k][o][i] += sum_b gy[o][b] conj(x[i][b])
//
// Coefficients are [mode][channel][sample][re/im], weights are [mode][out][re/im][in].
//
// In gated blocks the product is followed by a real factor for each output channel, mode and sample:
//
//   mixGated      y[o][b] = (1 + a t[o][b]) y0[o][b],   y0 the product,  t = tanh(sum_j w2[k][o][j] h[b][j] + b2[k][o])
//   mixGatedBack  gx[i][b] as above, plus pull[k][b] x[i][b] from the statistics of x
//
//   CIN, COUT  channels      WARPS  warps in a block      HID  numbers in h, a multiple of 8; 0 without gates

DEVICE float2 coefficient(const float *x, int channel, int channels, int b, int samples, int k) {
  if (channel >= channels || b >= samples) return make_float2(0.0f, 0.0f);
  return load2(x + (((size_t)k * channels + channel) * samples + b) * 2);
}

// What is done with a tile of the result: numbers 2 h and 2 h + 1 of a lane are the pair of row `row + 8 h`
// and sample `tid` of the tile. prepare asks for weights, begin, where the sum may begin with another number than zero, for
// results of other kernels.
struct Plain {
  DEVICE void prepare(int k, int top, int row, int tid) {}
  DEVICE void begin(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {}
  DEVICE void finish(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {}
};

#if HID > 0
struct Gate {
  const float *hidden, *w2, *b2;
  float alpha, *plain, *tanhs;
  Left w[HID / 8];
  float bias[2], near[HID / 8][2];

  DEVICE void prepare(int k, int top, int row, int tid) {
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int o = top + row + 8 * h;
      bias[h] = o < COUT ? b2[k * COUT + o] : 0.0f;
#pragma unroll
      for (int s = 0; s < HID / 8; s++)
#pragma unroll
        for (int e = 0; e < 2; e++)
          w[s].set(h + 2 * e, o < COUT ? w2[((size_t)k * COUT + o) * HID + 8 * s + tid + 4 * e] : 0.0f);
    }
  }

  // Both columns of a sample take the same hidden numbers, so both get its gate.
  DEVICE void begin(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {
    const int from = first + row / 2;
#pragma unroll
    for (int s = 0; s < HID / 8; s++)
#pragma unroll
      for (int e = 0; e < 2; e++)
        near[s][e] = from < samples ? hidden[(size_t)from * HID + 8 * s + tid + 4 * e] : 0.0f;
  }

  DEVICE void finish(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {
    float g[4] = {bias[0], bias[0], bias[1], bias[1]};
#pragma unroll
    for (int s = 0; s < HID / 8; s++) {
      Right h;
#pragma unroll
      for (int e = 0; e < 2; e++) h.set(e, near[s][e]);
      product(g, w[s], h);
    }
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int o = top + row + 8 * h;
      float t = tanhf(g[2 * h]);
      if (plain != nullptr && o < COUT && first + tid < samples) {
        size_t at = ((size_t)k * COUT + o) * samples + first + tid;
        store2(plain + 2 * at, sum[2 * h], sum[2 * h + 1]);
        tanhs[at] = t;
      }
      sum[2 * h] *= 1.0f + alpha * t;
      sum[2 * h + 1] *= 1.0f + alpha * t;
    }
  }
};

struct WithStatistics {
  const float *x, *pull;

  DEVICE void prepare(int k, int top, int row, int tid) {}

  DEVICE void begin(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {
    if (first + tid >= samples) return;
    const float factor = pull[k * samples + first + tid];
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float2 v = coefficient(x, top + row + 8 * h, CIN, first + tid, samples, k);
      sum[2 * h] = factor * v.x;
      sum[2 * h + 1] = factor * v.y;
    }
  }

  DEVICE void finish(float (&sum)[4], int k, int top, int first, int row, int tid, int samples) {}
};
#endif

// Rows of weights in shared memory, four banks apart, so that the lanes of a warp find theirs in different ones.
constexpr int PITCH = roundUp(2 * CIN, 32) + 4;

// One tile of 16 rows of the result, for 4 samples at a time.
template <bool BACK, class Finish>
DEVICE void mixTile(const float *x, const float *weight, float *y, int samples, Finish &after) {
  DYNAMIC_SHARED(shared);
  constexpr int FROM = BACK ? COUT : CIN, TO = BACK ? CIN : COUT, STEPS = roundUp(FROM, 8) / 8;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int k = blockIdx.x, top = 16 * blockIdx.y;
  const float *w = weight + (size_t)k * COUT * 2 * CIN;

  // The weights of 16 rows lie in one piece, of which a lane wants single numbers far apart: that would be many small loads.
  // In the backward pass neighbouring lanes want neighbouring numbers, and load them where they are used.
  if (!BACK) {
    const int numbers = 2 * CIN * (COUT - top < 16 ? COUT - top : 16);
#pragma unroll 4
    for (int i = threadIdx.x; i < numbers; i += blockDim.x)
      copyAhead(shared + i / (2 * CIN) * PITCH + i % (2 * CIN), w + top * 2 * CIN + i);
  }
  Left wr[STEPS], wi[STEPS];
  auto takeWeights = [&] {
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int t = row + 8 * (e % 2), f = 8 * s + tid + 4 * (e / 2);
        bool there = top + t < TO && f < FROM;
        const float *from = BACK ? w + f * 2 * CIN + top + t : shared + t * PITCH + f;
        wr[s].set(e, there ? from[0] : 0.0f);
        wi[s].set(e, there ? from[CIN] : 0.0f);
      }
  };
  if (BACK) takeWeights();
  after.prepare(k, top, row, tid);
  awaitPredecessor();

  const int step = 4 * WARPS * gridDim.z;
  int first = 4 * (blockIdx.z * WARPS + warp);
  float2 v[STEPS][2];
  auto load = [&] {
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
      for (int h = 0; h < 2; h++)
        v[s][h] = coefficient(x, 8 * s + 4 * h + tid, FROM, first + row / 2, samples, k);
  };
  load();
  if (!BACK) {
    awaitCopies();
    __syncthreads();
    takeWeights();
  }

  while (first < samples) {
    // Two sums, whose products need not wait for each other.
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f}, other[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    const bool imaginary = row % 2;
    after.begin(sum, k, top, first, row, tid, samples);
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
      Right re, im;
#pragma unroll
      for (int h = 0; h < 2; h++) {
        re.set(h, imaginary ? v[s][h].y : v[s][h].x);
        float turned = imaginary ? v[s][h].x : -v[s][h].y;
        im.set(h, BACK ? -turned : turned);
      }
      product(sum, wr[s], re);
      product(other, wi[s], im);
    }
#pragma unroll
    for (int e = 0; e < 4; e++) sum[e] += other[e];
    after.finish(sum, k, top, first, row, tid, samples);
    if (first + tid < samples) {
#pragma unroll
      for (int h = 0; h < 2; h++) {
        int t = top + row + 8 * h;
        if (t < TO)
          store2(y + (((size_t)k * TO + t) * samples + first + tid) * 2, sum[2 * h],
                 sum[2 * h + 1]);
      }
    }
    first += step;
    if (first < samples) load();
  }
}

KERNEL void __launch_bounds__(32 * WARPS)
    mix(const float *x, const float *weight, float *y, int samples) {
  Plain plain;
  mixTile<false>(x, weight, y, samples, plain);
}

KERNEL void __launch_bounds__(32 * WARPS)
    mixBack(const float *gy, const float *weight, float *gx, int samples) {
  Plain plain;
  mixTile<true>(gy, weight, gx, samples, plain);
}

#if HID > 0
KERNEL void __launch_bounds__(32 * WARPS)
    mixGated(const float *x, const float *weight, const float *hidden, const float *w2,
             const float *b2, const float *gain, float *y, float *plain, float *tanhs,
             int samples) {
  Gate gate = {hidden, w2, b2, gainOf(gain[0]), plain, tanhs};
  mixTile<false>(x, weight, y, samples, gate);
}

KERNEL void __launch_bounds__(32 * WARPS)
    mixGatedBack(const float *gy, const float *weight, const float *x, const float *pull, float *gx,
                 int samples) {
  WithStatistics statistics = {x, pull};
  mixTile<true>(gy, weight, gx, samples, statistics);
}
#endif

// Steps whose loads wait for memory together.
constexpr int TURNS = 8;

// Sums for 16 x 8 weights over some of the samples.
DEVICE void sumTile(float (&re)[4], float (&im)[4], const float *gy, const float *x, int k, int top, int left, int begin,
                    int stride, int samples) {
  const int lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
#pragma unroll
  for (int e = 0; e < 4; e++) re[e] = im[e] = 0.0f;
  for (int first = begin; first < samples; first += stride) {
    float2 from[TURNS], to[TURNS][2];
#pragma unroll
    for (int n = 0; n < TURNS; n++) {
      int b = first + 4 * n + tid;
      from[n] = coefficient(x, left + row, CIN, b, samples, k);
#pragma unroll
      for (int h = 0; h < 2; h++)
        to[n][h] = coefficient(gy, top + row + 8 * h, COUT, b, samples, k);
    }
#pragma unroll
    for (int n = 0; n < TURNS; n++) {
      Left g;
#pragma unroll
      for (int h = 0; h < 2; h++) {
        g.set(h, to[n][h].x);
        g.set(2 + h, to[n][h].y);
      }
      Right same, turned;
      same.set(0, from[n].x);
      same.set(1, from[n].y);
      turned.set(0, -from[n].y);
      turned.set(1, from[n].x);
      product(re, g, same);
      product(im, g, turned);
    }
  }
}

// Each warp has a tile of 16 x 8 weights.
KERNEL void __launch_bounds__(32 * WARPS)
    mixWeight(const float *gy, const float *x, float *gw, int samples) {
  awaitPredecessor();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int k = blockIdx.x, top = 16 * blockIdx.y, left = 8 * (blockIdx.z * WARPS + warp);
  if (left >= CIN) return;
  float re[4], im[4];
  sumTile(re, im, gy, x, k, top, left, 0, 4 * TURNS, samples);
  float *w = gw + (size_t)k * COUT * 2 * CIN;
#pragma unroll
  for (int e = 0; e < 4; e++) {
    int o = top + row + 8 * (e / 2), c = left + 2 * tid + e % 2;
    if (o < COUT && c < CIN) {
      w[o * 2 * CIN + c] += re[e];
      w[(o * 2 + 1) * CIN + c] += im[e];
    }
  }
}

// The same with a block for a tile, whose warps share the samples: for many samples of few modes.
KERNEL void __launch_bounds__(32 * WARPS)
    mixWeightShared(const float *gy, const float *x, float *gw, int samples) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int k = blockIdx.x, top = 16 * blockIdx.y, left = 8 * blockIdx.z;
  float re[4], im[4];
  sumTile(re, im, gy, x, k, top, left, 4 * TURNS * warp, 4 * TURNS * WARPS, samples);
  float *own = shared + warp * 256 + lane * 8;
  store4(own, re[0], re[1], re[2], re[3]);
  store4(own + 4, im[0], im[1], im[2], im[3]);
  __syncthreads();
  float *w = gw + (size_t)k * COUT * 2 * CIN;
  for (int i = threadIdx.x; i < 256; i += 32 * WARPS) {
    float sum = 0.0f;
#pragma unroll
    for (int n = 0; n < WARPS; n++) sum += shared[n * 256 + i];
    int of = i / 8, e = i % 4, imaginary = i / 4 % 2;
    int o = top + of / 4 + 8 * (e / 2), c = left + 2 * (of % 4) + e % 2;
    if (o < COUT && c < CIN) w[(o * 2 + imaginary) * CIN + c] += sum;
  }
}
