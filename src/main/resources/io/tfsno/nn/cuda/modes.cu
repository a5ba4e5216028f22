// The learnt product of each mode k, with complex numbers as pairs:
//
//   mix        y[o][b] = sum_i w[k][o][i] x[i][b]
//   mixBack    gx[i][b] = sum_o conj(w[k][o][i]) gy[o][b]
//   mixWeight  gw[k][o][i] += sum_b gy[o][b] conj(x[i][b])
//
// Coefficients are [channel][sample][PITCH] with re and im of mode k at 2 k and 2 k + 1; weights are
// [mode][out][re/im][in].
//
//   CIN, COUT  channels      PITCH  numbers of a channel and sample, 2 modes or more      WARPS

DEVICE float2 coefficient(const float *x, int channel, int channels, int b, int samples, int k) {
  if (channel >= channels || b >= samples) return make_float2(0.0f, 0.0f);
  return load2(x + ((size_t)channel * samples + b) * PITCH + 2 * k);
}

// One tile of 16 rows of the result and 4 samples for each of this warp's turns. GAIN: the result of
// mix is multiplied by 1 + gain[k][o][b].
template <bool BACK>
DEVICE void mixTile(const float *x, const float *weight, float *y, int samples) {
  constexpr int FROM = BACK ? COUT : CIN, TO = BACK ? CIN : COUT, STEPS = roundUp(FROM, 8) / 8;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int k = blockIdx.x, top = 16 * blockIdx.y;
  const float *w = weight + (size_t)k * COUT * 2 * CIN;

  for (int first = 4 * (blockIdx.z * WARPS + warp); first < samples;
       first += 4 * WARPS * gridDim.z) {
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    const int b = first + row / 2;
    const bool imaginary = row % 2;
#pragma unroll 4
    for (int s = 0; s < STEPS; s++) {
      Right re, im;
#pragma unroll
      for (int h = 0; h < 2; h++) {
        float2 v = coefficient(x, 8 * s + 4 * h + tid, FROM, b, samples, k);
        re.set(h, imaginary ? v.y : v.x);
        float turned = imaginary ? v.x : -v.y;
        im.set(h, BACK ? -turned : turned);
      }
      Left wr, wi;
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int t = top + row + 8 * (e % 2), f = 8 * s + tid + 4 * (e / 2);
        bool there = t < TO && f < FROM;
        int o = BACK ? f : t, i = BACK ? t : f;
        wr.set(e, there ? w[(o * 2) * CIN + i] : 0.0f);
        wi.set(e, there ? w[(o * 2 + 1) * CIN + i] : 0.0f);
      }
      product(sum, wr, re);
      product(sum, wi, im);
    }
    if (first + tid < samples) {
#pragma unroll
      for (int h = 0; h < 2; h++) {
        int t = top + row + 8 * h;
        if (t < TO)
          store2(y + ((size_t)t * samples + first + tid) * PITCH + 2 * k, sum[2 * h],
                 sum[2 * h + 1]);
      }
    }
  }
}

KERNEL void __launch_bounds__(32 * WARPS)
    mix(const float *x, const float *weight, float *y, int samples) {
  mixTile<false>(x, weight, y, samples);
}

KERNEL void __launch_bounds__(32 * WARPS)
    mixBack(const float *gy, const float *weight, float *gx, int samples) {
  mixTile<true>(gy, weight, gx, samples);
}

KERNEL void __launch_bounds__(32 * WARPS)
    mixWeight(const float *gy, const float *x, float *gw, int samples) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int k = blockIdx.x, top = 16 * blockIdx.y;
  float *w = gw + (size_t)k * COUT * 2 * CIN;
  for (int left = 8 * warp; left < CIN; left += 8 * WARPS) {
    float re[4] = {0.0f, 0.0f, 0.0f, 0.0f}, im[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 4
    for (int b = 0; b < samples; b += 4) {
      Left g;
#pragma unroll
      for (int h = 0; h < 2; h++) {
        float2 v = coefficient(gy, top + row + 8 * h, COUT, b + tid, samples, k);
        g.set(h, v.x);
        g.set(2 + h, v.y);
      }
      float2 v = coefficient(x, left + row, CIN, b + tid, samples, k);
      Right same, turned;
      same.set(0, v.x);
      same.set(1, v.y);
      turned.set(0, -v.y);
      turned.set(1, v.x);
      product(re, g, same);
      product(im, g, turned);
    }
#pragma unroll
    for (int e = 0; e < 4; e++) {
      int o = top + row + 8 * (e / 2), i = left + 2 * tid + e % 2;
      if (o < COUT && i < CIN) {
        w[(o * 2) * CIN + i] += re[e];
        w[(o * 2 + 1) * CIN + i] += im[e];
      }
    }
  }
}
