// One spectral layer on a field [channel][group][N], after its mode product:
//
//   out[o][g][n] = sum_i W[o][i] in[i][g][n] + sum_r coeff[o][g][r] S[r][n] + bias[o]
//   active = GELU(out), or out itself,     modes[o][g][r] = sum_n active[o][g][n] A[r][n]
//
// S turns the coefficients of the layer into a field, A takes those of the next layer. The same
// kernel goes back: with W transposed, S and A exchanged, and the result multiplied by the slope of
// GELU at the sum that the layer's input came from.
//
//   CIN, COUT     channels            N          points of a line, a multiple of 32
//   RIN, ROUT     rows of S and of A, multiples of 8; 0 for none
//   ACTIVE        there is a GELU
//   BACKWARD      W comes transposed, and out is multiplied by GELU'(slope) if SLOPE
//   ADD           a field is added before that; CIN may then be 0, which leaves only the rest
//   FROM_STATES   in is float, whatever fields are stored as; TO_STATES: the same of out
//   WARPS         warps in a block    BLOCKS     blocks that a multiprocessor should hold
//   SPLIT         blocks, along y, that share the channels of a group: for few groups
//   SPREAD        the lines of a group are shared by the warps of a block, and coefficients are
//                 [r / 2][channel][group][re/im]; else a warp has a group, and they are
//                 [channel][group][r]
//
// S and A come rounded to what products use. Where there is a GELU, or nothing but a field to take
// coefficients of, out may be null and is then not written.

typedef Stored<FIELD16 && !FROM_STATES>::Type In;
typedef Stored<FIELD16 && !TO_STATES>::Type Out;

constexpr int INS = roundUp(CIN, 8), OUTS = roundUp(COUT, 16);
constexpr int IN_STEPS = INS / 8, SOME = CIN > 0 ? 1 : 0, TILES = OUTS / 16 / SPLIT, ROWS = 16 * TILES;
constexpr int IN_MODES = RIN / 8, OUT_MODES = ROUT / 8;
constexpr int WEIGHT_STRIDE = INS + 4, WEIGHTS = ROWS * WEIGHT_STRIDE, COEFF_STRIDE = RIN + 4;
// Rows 8 banks apart: what the lanes of a half warp store lies in different banks.
constexpr int SUM_STRIDE = roundUp(ROUT, 32) + 8;

// A warp that keeps to its own 32 points of all lines needs each number of S and A once for a line
// and reads them where they lie; else they are copied to shared memory.
constexpr bool STAGED = !SPREAD;
constexpr int SYNTHESIS_STRIDE = STAGED ? N + 8 : N, ANALYSIS_STRIDE = STAGED ? N + 4 : N;

// Each warp then has one stretch of a line, and need not keep the sums of its coefficients.
constexpr bool ONE_STRETCH = SPREAD && N == 32 * WARPS;
constexpr int STAGED_MATRICES = STAGED ? RIN * SYNTHESIS_STRIDE + ROUT * ANALYSIS_STRIDE : 0;

constexpr bool WRITES = !ACTIVE && (CIN > 0 || SLOPE);

// The eight columns of one row that a lane holds: tile j has columns j and 4 + j.
DEVICE void storeRow(Out *to, const float (&tile)[4][4], int half) {
  const int h = 2 * half;
  store8(to, tile[0][h], tile[1][h], tile[2][h], tile[3][h], tile[0][h + 1], tile[1][h + 1],
         tile[2][h + 1], tile[3][h + 1]);
}

KERNEL void __launch_bounds__(32 * WARPS, BLOCKS)
    layer(const In *in, const float *weight, const float *bias, const Out *add, const float *coeff,
          const float *synthesis, const Out *slope, const float *analysis, Out *out, Out *active,
          float *modes, int groups) {
  DYNAMIC_SHARED(shared);
  const int top = SPLIT > 1 ? ROWS * blockIdx.y : 0;
  float *sharedWeight = shared;
  float *sums = sharedWeight + WEIGHTS + STAGED_MATRICES;
  float *sharedCoeff = sums + (SPREAD ? WARPS * ROWS * SUM_STRIDE : 0);
  const float *nearSynthesis = synthesis, *nearAnalysis = analysis;
  if (STAGED) {
    float *toSynthesis = sharedWeight + WEIGHTS;
    float *toAnalysis = toSynthesis + RIN * SYNTHESIS_STRIDE;
    stage<RIN, N, SYNTHESIS_STRIDE, 32 * WARPS>(toSynthesis, synthesis, N);
    stage<ROUT, N, ANALYSIS_STRIDE, 32 * WARPS>(toAnalysis, analysis, N);
    nearSynthesis = toSynthesis;
    nearAnalysis = toAnalysis;
  }

#pragma unroll 8
  for (int i = threadIdx.x; i < ROWS * INS; i += 32 * WARPS) {
    int r = i / (INS + 1 - SOME), c = i % (INS + 1 - SOME), o = top + r;
    float w = 0.0f;
    if (o < COUT && c < CIN) w = BACKWARD ? weight[c * COUT + o] : weight[o * CIN + c];
    sharedWeight[r * WEIGHT_STRIDE + c] = rounded(w);
  }
  awaitPredecessor();
  if (!SPREAD || IN_MODES == 0) __syncthreads();

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int first = SPREAD ? blockIdx.x : blockIdx.x * WARPS + warp;
  const int stride = SPREAD ? gridDim.x : gridDim.x * WARPS;
  const size_t channel = (size_t)groups * N;

  for (int g = first; g < groups; g += stride) {
    float x[TILES][OUT_MODES + 1][4];
    if (!ONE_STRETCH) {
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int r = 0; r < OUT_MODES; r++)
#pragma unroll
          for (int e = 0; e < 4; e++) x[t][r][e] = 0.0f;
    }

    // The coefficients of this group: in shared memory where the warps of a block share them.
    Left y[SPREAD ? 1 : TILES][SPREAD ? 1 : IN_MODES + 1];
    if (IN_MODES > 0) {
      if (SPREAD) {
        if (g != first) __syncthreads();
#pragma unroll 4
        for (int i = threadIdx.x; i < ROWS * RIN / 2; i += 32 * WARPS) {
          int r = i / (RIN / 2), k = i % (RIN / 2), o = top + r;
          float2 v = make_float2(0.0f, 0.0f);
          if (o < COUT) v = load2(coeff + (((size_t)k * COUT + o) * groups + g) * 2);
          store2(sharedCoeff + r * COEFF_STRIDE + 2 * k, rounded(v.x), rounded(v.y));
        }
        __syncthreads();
      } else {
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int k = 0; k < IN_MODES; k++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
              int o = top + 16 * t + row + 8 * (e % 2);
              size_t from = ((size_t)o * groups + g) * RIN + 8 * k + tid + 4 * (e / 2);
              y[t % (SPREAD ? 1 : TILES)][k % (SPREAD ? 1 : IN_MODES + 1)].set(
                  e, o < COUT ? coeff[from] : 0.0f);
            }
      }
    }

    for (int line = SPREAD ? 32 * warp : 0; line < N; line += SPREAD ? 32 * WARPS : 32) {
      const size_t at = (size_t)g * N + line;

      Four<In> field[IN_STEPS + 1 - SOME][2];
#pragma unroll
      for (int k = 0; k < IN_STEPS; k++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int c = 8 * k + 4 * h + tid;
          if (c < CIN) field[k][h] = Four<In>(in + c * channel + at + 4 * row);
        }

      float sum[TILES][4][4];
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = top + 16 * t + 8 * h + row;
          float b = !BACKWARD && o < COUT ? bias[o] : 0.0f;
#pragma unroll
          for (int j = 0; j < 4; j++) sum[t][j][2 * h] = sum[t][j][2 * h + 1] = b;
#if ADD
          if (o < COUT) {
            Float8 v = load8(add + o * channel + at + 8 * tid);
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] += part(v.low, j);
              sum[t][j][2 * h + 1] += part(v.high, j);
            }
          }
#endif
        }

#pragma unroll
      for (int k = 0; k < IN_STEPS; k++) {
        Right z[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
          for (int h = 0; h < 2; h++) {
            z[j].setStored<In>(h, field[k][h].at(j));
          }
#pragma unroll
        for (int t = 0; t < TILES; t++) {
          Left w;
#pragma unroll
          for (int e = 0; e < 4; e++)
            w.setRounded(e, sharedWeight[(16 * t + row + 8 * (e % 2)) * WEIGHT_STRIDE + 8 * k + tid +
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
              load4(nearSynthesis + (8 * k + 4 * h + tid) * SYNTHESIS_STRIDE + line + 4 * row);
#pragma unroll
          for (int j = 0; j < 4; j++) s[j].setRounded(h, part(v, j));
        }
#pragma unroll
        for (int t = 0; t < TILES; t++) {
          Left c;
          if (SPREAD) {
#pragma unroll
            for (int e = 0; e < 4; e++) {
              int r = 16 * t + row + 8 * (e % 2);
              c.setRounded(e, sharedCoeff[r * COEFF_STRIDE + 8 * k + tid + 4 * (e / 2)]);
            }
          } else {
            c = y[t % (SPREAD ? 1 : TILES)][k % (SPREAD ? 1 : IN_MODES + 1)];
          }
#pragma unroll
          for (int j = 0; j < 4; j++) product(sum[t][j], c, s[j]);
        }
      }

      // A lane now holds columns 8 tid .. 8 tid + 7 of its rows.
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = top + 16 * t + 8 * h + row;
          if (o < COUT) {
            size_t to = o * channel + at + 8 * tid;
#if SLOPE
            Float8 v = load8(slope + to);
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] *= geluSlope(part(v.low, j));
              sum[t][j][2 * h + 1] *= geluSlope(part(v.high, j));
            }
#endif
            if (WRITES || out != nullptr) storeRow(out + to, sum[t], h);
          }
          if (ACTIVE) {
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] = gelu(sum[t][j][2 * h]);
              sum[t][j][2 * h + 1] = gelu(sum[t][j][2 * h + 1]);
            }
            if (o < COUT) storeRow(active + o * channel + at + 8 * tid, sum[t], h);
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
              v[t][j].set(e, sum[t][j][2 * (e % 2) + e / 2]);
            }
        if (ONE_STRETCH) __syncthreads();
#pragma unroll
        for (int r = 0; r < OUT_MODES; r++) {
          const float *a = nearAnalysis + (8 * r + row) * ANALYSIS_STRIDE + line + 8 * tid;
          float4 low = load4(a), high = load4(a + 4);
          float once[TILES][4];
#pragma unroll
          for (int t = 0; t < TILES; t++)
#pragma unroll
            for (int e = 0; e < 4; e++) once[t][e] = 0.0f;
#pragma unroll
          for (int j = 0; j < 4; j++) {
            Right s;
            s.setRounded(0, part(low, j));
            s.setRounded(1, part(high, j));
#pragma unroll
            for (int t = 0; t < TILES; t++) product(ONE_STRETCH ? once[t] : x[t][r], v[t][j], s);
          }
          if (ONE_STRETCH) {
#pragma unroll
            for (int t = 0; t < TILES; t++)
#pragma unroll
              for (int h = 0; h < 2; h++)
                store2(sums + (warp * ROWS + 16 * t + 8 * h + row) * SUM_STRIDE + 8 * r + 2 * tid,
                       once[t][2 * h], once[t][2 * h + 1]);
          }
        }
      }
    }

    if (OUT_MODES > 0) {
      if (SPREAD) {
        if (!ONE_STRETCH) {
          __syncthreads();
#pragma unroll
          for (int t = 0; t < TILES; t++)
#pragma unroll
            for (int r = 0; r < OUT_MODES; r++)
#pragma unroll
              for (int h = 0; h < 2; h++)
                store2(sums + (warp * ROWS + 16 * t + 8 * h + row) * SUM_STRIDE + 8 * r + 2 * tid,
                       x[t][r][2 * h], x[t][r][2 * h + 1]);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < ROWS * ROUT / 2; i += 32 * WARPS) {
          int r = i / (ROUT / 2), k = i % (ROUT / 2), o = top + r;
          float re = 0.0f, im = 0.0f;
          for (int w = 0; w < WARPS; w++) {
            float2 v = load2(sums + (w * ROWS + r) * SUM_STRIDE + 2 * k);
            re += v.x;
            im += v.y;
          }
          if (o < COUT) store2(modes + (((size_t)k * COUT + o) * groups + g) * 2, re, im);
        }
      } else {
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int h = 0; h < 2; h++) {
            int o = top + 16 * t + 8 * h + row;
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
