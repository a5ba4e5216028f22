// One spectral layer on a field [channel][group][N], after its mode product:
//
//   out[o][g][n] = sum_i W[o][i] f(in[i][g][n]) + sum_r coeff[o][g][r] S[r][n] + bias[o]
//   modes[o][g][r] = sum_n h(out)[o][g][n] A[r][n]
//
// S turns the coefficients of the layer into a field, A takes those of the next layer. The same
// kernel goes back: with W transposed, S and A exchanged, and the result multiplied by the slope of
// GELU at the layer's input.
//
//   CIN, COUT     channels            N          points of a line, a multiple of 32
//   RIN, ROUT     rows of S and of A, multiples of 8; 0 for none
//   ACTIVE_IN     f is GELU           ACTIVE_OUT h is GELU
//   BACKWARD      W comes transposed, and out is multiplied by GELU'(slope) if SLOPE
//   SPREAD        the lines of a group are shared by the warps of a block
//   WARPS         warps in a block

constexpr int INS = roundUp(CIN, 8), OUTS = roundUp(COUT, 16);
constexpr int IN_STEPS = INS / 8, TILES = OUTS / 16;
constexpr int IN_MODES = RIN / 8, OUT_MODES = ROUT / 8;
constexpr int WEIGHT_STRIDE = INS + 4, SYNTHESIS_STRIDE = N + 8, ANALYSIS_STRIDE = N + 4;
constexpr int WEIGHTS = OUTS * WEIGHT_STRIDE;

KERNEL void __launch_bounds__(32 * WARPS)
    layer(const float *in, const float *weight, const float *bias, const float *coeff,
          const float *synthesis, const float *slope, const float *analysis, float *out,
          float *modes, int groups) {
  DYNAMIC_SHARED(shared);
  float *sharedWeight = shared;
  float *sharedSynthesis = sharedWeight + WEIGHTS;
  float *sharedAnalysis = sharedSynthesis + RIN * SYNTHESIS_STRIDE;
  float *sums = sharedAnalysis + ROUT * ANALYSIS_STRIDE;

  for (int i = threadIdx.x; i < OUTS * INS; i += 32 * WARPS) {
    int o = i / INS, c = i % INS;
    float w = 0.0f;
    if (o < COUT && c < CIN) w = BACKWARD ? weight[c * COUT + o] : weight[o * CIN + c];
    sharedWeight[o * WEIGHT_STRIDE + c] = w;
  }
  for (int i = threadIdx.x; i < RIN * N; i += 32 * WARPS)
    sharedSynthesis[i / N * SYNTHESIS_STRIDE + i % N] = synthesis[i];
  for (int i = threadIdx.x; i < ROUT * N; i += 32 * WARPS)
    sharedAnalysis[i / N * ANALYSIS_STRIDE + i % N] = analysis[i];
  __syncthreads();

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int first = SPREAD ? blockIdx.x : blockIdx.x * WARPS + warp;
  const int stride = SPREAD ? gridDim.x : gridDim.x * WARPS;
  const size_t channel = (size_t)groups * N;

  for (int g = first; g < groups; g += stride) {
    float x[TILES][OUT_MODES + 1][4];
#pragma unroll
    for (int t = 0; t < TILES; t++)
#pragma unroll
      for (int r = 0; r < OUT_MODES; r++)
#pragma unroll
        for (int e = 0; e < 4; e++) x[t][r][e] = 0.0f;

    for (int line = SPREAD ? 32 * warp : 0; line < N; line += SPREAD ? 32 * WARPS : 32) {
      const size_t at = (size_t)g * N + line;

      float4 field[IN_STEPS][2];
#pragma unroll
      for (int k = 0; k < IN_STEPS; k++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int c = 8 * k + 4 * h + tid;
          field[k][h] = c < CIN ? load4(in + c * channel + at + 4 * row) : zero4();
        }

      float sum[TILES][4][4];
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = 16 * t + 8 * h + row;
          float b = !BACKWARD && o < COUT ? bias[o] : 0.0f;
#pragma unroll
          for (int j = 0; j < 4; j++) sum[t][j][2 * h] = sum[t][j][2 * h + 1] = b;
        }

#pragma unroll
      for (int k = 0; k < IN_STEPS; k++) {
        Right z[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
          for (int h = 0; h < 2; h++) {
            float v = part(field[k][h], j);
            z[j].set(h, ACTIVE_IN ? gelu(v) : v);
          }
#pragma unroll
        for (int t = 0; t < TILES; t++) {
          Left w;
#pragma unroll
          for (int e = 0; e < 4; e++)
            w.set(e, sharedWeight[(16 * t + row + 8 * (e % 2)) * WEIGHT_STRIDE + 8 * k + tid +
                                  4 * (e / 2)]);
#pragma unroll
          for (int j = 0; j < 4; j++) product(sum[t][j], w, z[j]);
        }
      }

#pragma unroll
      for (int k = 0; k < IN_MODES; k++) {
        Right s[4];
#pragma unroll
        for (int h = 0; h < 2; h++) {
          float4 v =
              load4(sharedSynthesis + (8 * k + 4 * h + tid) * SYNTHESIS_STRIDE + line + 4 * row);
#pragma unroll
          for (int j = 0; j < 4; j++) s[j].set(h, part(v, j));
        }
#pragma unroll
        for (int t = 0; t < TILES; t++) {
          Left y;
#pragma unroll
          for (int e = 0; e < 4; e++) {
            int o = 16 * t + row + 8 * (e % 2);
            y.set(e, o < COUT ? coeff[((size_t)o * groups + g) * RIN + 8 * k + tid + 4 * (e / 2)]
                              : 0.0f);
          }
#pragma unroll
          for (int j = 0; j < 4; j++) product(sum[t][j], y, s[j]);
        }
      }

      // A lane now holds columns 8 tid .. 8 tid + 7 of its rows: tile j has columns j and 4 + j.
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = 16 * t + 8 * h + row;
          if (o < COUT) {
            size_t to = o * channel + at + 8 * tid;
#if SLOPE
            float4 a = load4(slope + to), b = load4(slope + to + 4);
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] *= geluSlope(part(a, j));
              sum[t][j][2 * h + 1] *= geluSlope(part(b, j));
            }
#endif
            store4(out + to, sum[t][0][2 * h], sum[t][1][2 * h], sum[t][2][2 * h],
                   sum[t][3][2 * h]);
            store4(out + to + 4, sum[t][0][2 * h + 1], sum[t][1][2 * h + 1], sum[t][2][2 * h + 1],
                   sum[t][3][2 * h + 1]);
          }
        }

      if (OUT_MODES > 0) {
        Left v[TILES][4];
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int j = 0; j < 4; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
              float value = sum[t][j][2 * (e % 2) + e / 2];
              v[t][j].set(e, ACTIVE_OUT ? gelu(value) : value);
            }
#pragma unroll
        for (int r = 0; r < OUT_MODES; r++) {
          const float *a = sharedAnalysis + (8 * r + row) * ANALYSIS_STRIDE + line + 8 * tid;
          float4 low = load4(a), high = load4(a + 4);
#pragma unroll
          for (int j = 0; j < 4; j++) {
            Right s;
            s.set(0, part(low, j));
            s.set(1, part(high, j));
#pragma unroll
            for (int t = 0; t < TILES; t++) product(x[t][r], v[t][j], s);
          }
        }
      }
    }

    if (OUT_MODES > 0) {
      if (SPREAD) {
        __syncthreads();
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int r = 0; r < OUT_MODES; r++)
#pragma unroll
            for (int h = 0; h < 2; h++)
              store2(sums + (warp * OUTS + 16 * t + 8 * h + row) * ROUT + 8 * r + 2 * tid,
                     x[t][r][2 * h], x[t][r][2 * h + 1]);
        __syncthreads();
        for (int i = threadIdx.x; i < COUT * ROUT; i += 32 * WARPS) {
          float total = 0.0f;
          for (int w = 0; w < WARPS; w++) total += sums[w * OUTS * ROUT + i];
          modes[((size_t)(i / ROUT) * groups + g) * ROUT + i % ROUT] = total;
        }
      } else {
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int h = 0; h < 2; h++) {
            int o = 16 * t + 8 * h + row;
            if (o < COUT)
#pragma unroll
              for (int r = 0; r < OUT_MODES; r++)
                store2(modes + ((size_t)o * groups + g) * ROUT + 8 * r + 2 * tid, x[t][r][2 * h],
                       x[t][r][2 * h + 1]);
          }
      }
    }
  }
}
