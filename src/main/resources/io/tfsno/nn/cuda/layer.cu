// One spectral layer on a field [channel][group][N], after its mode product:
//
//   out[o][g][n] = sum_i W[o][i] in[i][g][n] + sum_r coeff[o][g][r] S[r][n] + bias[o]
//   active = GELU(out), or out itself,     modes[o][g][r] = sum_n active[o][g][n] A[r][n]
//
// Where there are differences of neighbours (near.cu), W in is a sum over all taps: weight for the field itself, stencil
// [tap - 1][o][i] for its differences. In the backward pass first differences change their sign.
//
// S turns the coefficients of the layer into a field, A takes those of the next layer. The same
// kernel goes back: with W transposed, S and A exchanged, and the result multiplied by the slope of
// GELU at the sum that the layer's input came from. Where there is a GELU, out is what that way back needs of it, a Slope.
//
//   CIN, COUT     channels            N          points of a line, a multiple of 32
//   RIN, ROUT     rows of S and of A, multiples of 8; 0 for none
//   ACTIVE        there is a GELU
//   BACKWARD      W comes transposed, and out is multiplied by the slope of a GELU if SLOPE
//   ADD           a field is added before that; CIN may then be 0, which leaves only the rest
//   FROM_STATES   in is float, whatever fields are stored as; TO_STATES: the same of out
//   WARPS         warps in a block    BLOCKS     blocks that a multiprocessor should hold
//   CROWDED       other networks share the chip
//   SPLIT         blocks, along y, that share the channels of a group: for few groups
//   PLANES        coefficients are [channel][group][r]; else [r / 2][channel][group][re/im]
//   GATED         there is a local gate: out[o][g][n] = sum_i W in + (1 + gain[o][g][n]) y[o][g][n] + bias[o] with
//                 y = sum_r coeff S and gain = sum_i gate[o][i] in[i] + gateBias[o]. out is then [3 COUT][group][N]: Slopes of the GELU,
//                 1 + gain, y. BACKWARD in is [2 CIN], the gradients of out and of gain, and the latter's part is added
//   GAINED        slope is such a field: out is [2 COUT], the gradients of the sum and of its gain, and modes are those of y's gradient
//   RESIDUAL      in is added to the GELU: active[o] = in[o] + GELU(out[o]); CIN is COUT
//   PASSES        what the slope is multiplied with follows all else in out
//   SPREAD        the warps of a block share a line, 32 points each; else a warp has a group, for PLANES whose
//                 coefficients its registers hold
//
// A line of more points than the warps of a block take at once is LONG: blocks share it in pieces, and modes are
// sums over a piece, [group][piece][channel][r], which addPieces adds up.
//
// S and A come rounded to what products use, and in the order in which the lanes of a warp take them, for 32 points and 8 rows after
// the other (see LaneOrder). Where there is a GELU, or nothing but a field to take
// coefficients of, out may be null and is then not written.

#ifndef PLANES
#define PLANES !SPREAD
#endif
#ifndef CROWDED
#define CROWDED 0
#endif

typedef Stored<FIELD16 && !FROM_STATES>::Type In;
typedef Stored<FIELD16 && !TO_STATES>::Type Out;

template <bool KEEPS>
struct Result {
  typedef Out Type;
};

template <>
struct Result<true> {
  typedef Slope Type;
};

typedef Result<ACTIVE>::Type Sum;

constexpr int INS = roundUp(CIN, 8), OUTS = roundUp(COUT, 16);
constexpr int IN_STEPS = INS / 8, ALL_STEPS = (TAPS + GATED) * IN_STEPS, TILES = OUTS / 16 / SPLIT, ROWS = 16 * TILES;
constexpr int IN_MODES = RIN / 8, OUT_MODES = ROUT / 8, SOME_MODES = RIN > 0 ? IN_MODES : 1;
constexpr int WEIGHTS = ROWS * 8 * ALL_STEPS, COEFFS = SPREAD ? ROWS * RIN : 0;
// Rows 8 banks apart: what the lanes of a half warp store lies in different banks.
constexpr int SUM_STRIDE = roundUp(ROUT, 32) + 8;
constexpr int PIECE = 32 * WARPS, PIECES = SPREAD ? (N + PIECE - 1) / PIECE : 1;
constexpr bool LONG = PIECES > 1;
// The warps of a block share the rows of A, and the block keeps the values of a piece as left factors; else a warp has
// all rows for its own points, and the block keeps the sums of each.
constexpr bool POOLED = SPREAD && (LONG || PLANES);
constexpr int OF_WARP = POOLED ? 32 * ROWS : ROWS * SUM_STRIDE, SUMS = SPREAD && ROUT > 0 ? WARPS * OF_WARP : 0;

// A warp that keeps to its own 32 points of all lines needs each number of S and A once for a line
// and reads them where they lie; else they are copied to shared memory.
constexpr bool STAGED = !SPREAD;
constexpr int STAGED_MATRICES = STAGED ? (RIN + ROUT) * N : 0;

// Each warp then has one stretch of a line, and need not keep the sums of its coefficients.
constexpr bool ONE_STRETCH = SPREAD && !POOLED;

// The coefficients of a piece, in tiles: warps share the rows of A, and where these are few the channels as well.
constexpr int BANDS = OUT_MODES == 0 || OUT_MODES >= WARPS ? 1 : TILES < WARPS / OUT_MODES ? TILES : WARPS / OUT_MODES;
constexpr int SHARERS = WARPS / BANDS;
constexpr int BAND = (TILES + BANDS - 1) / BANDS, OWN_MODES = (OUT_MODES + SHARERS - 1) / SHARERS;

// With few groups a warp waits for memory most of the time: it asks for all that it can at once, S even before the field is there.
// That takes all registers there are, which on a crowded chip keeps others from working meanwhile.
constexpr bool EARLY = !CROWDED && ONE_STRETCH && SPLIT > 1 && CIN * REACH <= 64;

constexpr bool WRITES = CIN > 0 || SLOPE;

// Forward, the gate is a map of the input; backward, of the gain's gradient, which follows that of the sum in memory.
constexpr bool GATES = GATED && !BACKWARD, GATED_BACK = GATED && BACKWARD;

// The eight columns of one row that a lane holds: tile j has columns j and 16 + j.
DEVICE void storeRow(Out *to, const float (&tile)[4][4], int half) {
  const int h = 2 * half;
  store4(to, tile[0][h], tile[1][h], tile[2][h], tile[3][h]);
  store4(to + 16, tile[0][h + 1], tile[1][h + 1], tile[2][h + 1], tile[3][h + 1]);
}

// Adds gain times y to a sum, and stores both for the backward pass, `apart` numbers after each other.
DEVICE void withGain(float (&sum)[4][4], const float (&gain)[4][4], const float (&y)[4][4], Slope *out, size_t at, size_t apart,
                     int half) {
#pragma unroll
  for (int e = 2 * half; e < 2 * half + 2; e++) {
    float gains[4], ys[4];
#pragma unroll
    for (int j = 0; j < 4; j++) {
      gains[j] = gain[j][e];
      ys[j] = y[j][e];
      sum[j][e] += gains[j] * ys[j];
    }
    if (out != nullptr) {
      Slope *to = out + at + apart + 16 * (e % 2);
      FourKept(gains).store(to);
      FourKept(ys).store(to + apart);
    }
  }
}

// From the gradient of such a sum to those of its gain, which are stored, and of y.
DEVICE void throughGain(float (&sum)[4][4], const Slope *kept, Out *out, size_t apart, int half) {
#pragma unroll
  for (int e = 2 * half; e < 2 * half + 2; e++) {
    const size_t at = apart + 16 * (e % 2);
    const Four<Slope> gain(kept + at), y(kept + at + apart);
    store4(out + at, sum[0][e] * y.at(0), sum[1][e] * y.at(1), sum[2][e] * y.at(2), sum[3][e] * y.at(3));
#pragma unroll
    for (int j = 0; j < 4; j++) sum[j][e] *= gain.at(j);
  }
}

typedef Around<In> Stretch[IN_STEPS + 1][2];

// What a lane has of 8 rows of A and 32 points.
struct Analysis {
  float4 points[2];

  DEVICE void load(const float *a) {
    points[0] = load4(a);
    points[1] = load4(a + 128);
  }

  // Two neighbouring columns, as the values of a lane.
  DEVICE Right at(int j) const {
    Right s;
    s.setRounded(0, part(points[j / 2], 2 * (j % 2)));
    s.setRounded(1, part(points[j / 2], 2 * (j % 2) + 1));
    return s;
  }
};

// The sums of a piece from its values in shared memory, in the order of warps, tiles and column pairs. Those of a channel go
// `pitch` numbers behind those of the one before.
DEVICE void sumPiece(const float *values, const float *analysis, float *sums, size_t pitch, int piece, int top, int warp,
                     int lane) {
  const int band = warp / SHARERS * BAND, first = warp % SHARERS * OWN_MODES;
  const int stretches = N / 32 - piece * WARPS < WARPS ? N / 32 - piece * WARPS : WARPS;
  if (band >= TILES || first >= OUT_MODES) return;
  float own[BAND][OWN_MODES + 1][4];
#pragma unroll
  for (int t = 0; t < BAND; t++)
#pragma unroll
    for (int r = 0; r < OWN_MODES; r++)
#pragma unroll
      for (int e = 0; e < 4; e++) own[t][r][e] = 0.0f;
  const float *from = analysis + ((size_t)piece * WARPS * OUT_MODES + first) * 256 + 4 * lane;
  Analysis now[OWN_MODES + 1], next[OWN_MODES + 1];
#pragma unroll
  for (int r = 0; r < OWN_MODES; r++)
    if (first + r < OUT_MODES) now[r].load(from + 256 * r);
  for (int s = 0; s < stretches; s++) {
    from += 256 * OUT_MODES;
#pragma unroll
    for (int r = 0; r < OWN_MODES; r++)
      if (s + 1 < stretches && first + r < OUT_MODES) next[r].load(from + 256 * r);
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
      for (int t = 0; t < BAND; t++)
        if (band + t < TILES) {
          Left v = loadLeft(values + (((s * TILES + band + t) * 4 + j) * 32 + lane) * 4);
#pragma unroll
          for (int r = 0; r < OWN_MODES; r++)
            if (first + r < OUT_MODES) product(own[t][r], v, now[r].at(j));
        }
#pragma unroll
    for (int r = 0; r < OWN_MODES; r++) now[r] = next[r];
  }
#pragma unroll
  for (int t = 0; t < BAND; t++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int o = top + 16 * (band + t) + 8 * h + lane / 4;
      if (band + t < TILES && o < COUT)
#pragma unroll
        for (int r = 0; r < OWN_MODES; r++)
          if (first + r < OUT_MODES)
            store2(sums + o * pitch + 8 * (first + r) + 2 * (lane % 4), own[t][r][2 * h], own[t][r][2 * h + 1]);
    }
}

// What a lane has of 32 points of all channels.
DEVICE void loadStretch(Stretch &field, const In *in, size_t channel, size_t at, int row, int tid) {
#pragma unroll
  for (int k = 0; k < IN_STEPS; k++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int c = 8 * k + 4 * h + tid;
      if (c < CIN)
        field[k][h].load(in + c * channel, at + columnsOf(row));
      else
        field[k][h].clear();
    }
}

KERNEL void __launch_bounds__(32 * WARPS, BLOCKS)
    layer(const In *in, const float *weight, const float *stencil, const float *gate, const float *bias, const float *gateBias, const Out *add, const float *coeff,
          const float *synthesis, const Slope *slope, const float *analysis, Sum *out, Out *active,
          float *modes, int groups) {
  DYNAMIC_SHARED(shared);
  const int top = SPLIT > 1 ? ROWS * blockIdx.y : 0;
  float *sharedWeight = shared;
  float *sums = sharedWeight + WEIGHTS + STAGED_MATRICES;
  float *sharedCoeff = sums + SUMS;
  const float *nearSynthesis = synthesis, *nearAnalysis = analysis;
  if (STAGED) {
    float *toSynthesis = sharedWeight + WEIGHTS;
    float *toAnalysis = toSynthesis + RIN * N;
    stage<RIN * N, 32 * WARPS>(toSynthesis, synthesis);
    stage<ROUT * N, 32 * WARPS>(toAnalysis, analysis);
    nearSynthesis = toSynthesis;
    nearAnalysis = toAnalysis;
  }

  stageLeft<ROWS, 8 * ALL_STEPS, WARPS>(sharedWeight, [&](int r, int i) {
    const int o = top + r, tap = NEAR > 0 || GATED ? i / INS : 0, c = i - tap * INS;
    if (o >= COUT || c >= CIN) return 0.0f;
    const float *of = tap == 0 ? weight : tap == TAPS ? gate : stencil + (tap - 1) * CIN * COUT;
    const float w = BACKWARD ? of[c * COUT + o] : of[o * CIN + c];
    return BACKWARD && tap > 0 && tap <= FIRSTS ? -w : w;
  });
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  float4 earlySynthesis[EARLY ? IN_MODES + 1 : 1][2];
  if (EARLY) {
#pragma unroll
    for (int k = 0; k < IN_MODES; k++)
#pragma unroll
      for (int h = 0; h < 2; h++)
        earlySynthesis[k][h] = load4(synthesis + ((warp * IN_MODES + k) * 2 + h) * 128 + 4 * lane);
  }
  awaitPredecessor();
  if (!SPREAD || IN_MODES == 0) __syncthreads();

  // Pieces of a line that follow on each other go to one block, which then reads the coefficients once.
  const long long pieces = (long long)groups * PIECES;
  const int first = LONG ? (int)(pieces * blockIdx.x / gridDim.x) : SPREAD ? blockIdx.x : blockIdx.x * WARPS + warp;
  const int last = LONG ? (int)(pieces * (blockIdx.x + 1) / gridDim.x) : groups;
  const int stride = LONG ? 1 : SPREAD ? gridDim.x : gridDim.x * WARPS;
  const size_t channel = (size_t)groups * N;

  for (int item = first; item < last; item += stride) {
    const int g = item / PIECES, piece = item % PIECES;
    float x[TILES][OUT_MODES + 1][4];
    if (!SPREAD) {
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int r = 0; r < OUT_MODES; r++)
#pragma unroll
          for (int e = 0; e < 4; e++) x[t][r][e] = 0.0f;
    }

    Stretch field;
    if (EARLY) loadStretch(field, in, channel, (size_t)g * N + 32 * warp, row, tid);

    // The coefficients of this group: in shared memory where the warps of a block share them. Of a step of 8 a lane has the
    // pair 2 tid, 2 tid + 1 of each row.
    Left y[SPREAD ? 1 : TILES][SPREAD ? 1 : IN_MODES + 1];
    if (IN_MODES > 0) {
      if (SPREAD) {
        if (item != first) __syncthreads();
#pragma unroll 2
        for (int tile = warp; tile < (item == first || piece == 0 ? TILES * IN_MODES : 0); tile += WARPS) {
          int o = top + 16 * (tile / SOME_MODES) + row, k = 4 * (tile % SOME_MODES) + tid;
          const float *from = PLANES ? coeff + ((size_t)o * groups + g) * RIN + 2 * k
                                     : coeff + (((size_t)k * COUT + o) * groups + g) * 2;
          float2 v = make_float2(0.0f, 0.0f), w = v;
          if (o < COUT) v = load2(from);
          if (o + 8 < COUT) w = load2(from + (size_t)8 * groups * (PLANES ? RIN : 2));
          store4(sharedCoeff + (32 * tile + lane) * 4, rounded(v.x), rounded(w.x), rounded(v.y), rounded(w.y));
        }
        __syncthreads();
      } else {
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int k = 0; k < IN_MODES; k++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
              int o = top + 16 * t + row + 8 * h;
              float2 v = make_float2(0.0f, 0.0f);
              if (o < COUT) v = load2(coeff + ((size_t)o * groups + g) * RIN + 8 * k + 2 * tid);
              Left &to = y[t % (SPREAD ? 1 : TILES)][k % (SPREAD ? 1 : IN_MODES + 1)];
              to.set(h, v.x);
              to.set(h + 2, v.y);
            }
      }
    }

    if (POOLED && IN_MODES == 0 && item != first) __syncthreads();

    for (int line = SPREAD ? piece * PIECE + 32 * warp : 0; line < N; line += SPREAD ? N : 32) {
      const size_t at = (size_t)g * N + line;

      if (!EARLY) loadStretch(field, in, channel, at, row, tid);
      Four<In> behind[GATED_BACK ? IN_STEPS : 1][2];
      if (GATED_BACK) {
#pragma unroll
        for (int k = 0; k < IN_STEPS; k++)
#pragma unroll
          for (int h = 0; h < 2; h++) {
            int c = 8 * k + 4 * h + tid;
            if (c < CIN) behind[GATED_BACK ? k : 0][h] = Four<In>(in + (CIN + c) * channel + at + columnsOf(row));
          }
      }
      float sum[TILES][4][4], gain[GATES ? TILES : 1][4][4], apart[GATES ? TILES : 1][4][4];
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = top + 16 * t + 8 * h + row;
          float b = !BACKWARD && o < COUT ? bias[o] : 0.0f;
#pragma unroll
          for (int j = 0; j < 4; j++) sum[t][j][2 * h] = sum[t][j][2 * h + 1] = b;
          if (GATES) {
            float one = o < COUT ? 1.0f + gateBias[o] : 1.0f;
#pragma unroll
            for (int j = 0; j < 4; j++)
#pragma unroll
              for (int e = 0; e < 2; e++) {
                gain[GATES ? t : 0][j][2 * h + e] = one;
                apart[GATES ? t : 0][j][2 * h + e] = 0.0f;
              }
          }
#if ADD
          if (o < COUT) {
            const Out *from = add + o * channel + at + 4 * tid;
            Four<Out> low(from), high(from + 16);
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] += low.at(j);
              sum[t][j][2 * h + 1] += high.at(j);
            }
          }
#endif
        }

#pragma unroll
      for (int k = 0; k < IN_STEPS; k++)
#pragma unroll
        for (int tap = 0; tap < TAPS; tap++) {
          Right z[4];
#pragma unroll
          for (int j = 0; j < 4; j++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
              const float x = field[k][h].at(tap, j);
              if (tap == 0)
                z[j].setStored<In>(h, x);
              else
                z[j].set(h, x);
            }
#pragma unroll
          for (int t = 0; t < TILES; t++) {
            Left w = loadLeft(sharedWeight + ((t * ALL_STEPS + tap * IN_STEPS + k) * 32 + lane) * 4);
#pragma unroll
            for (int j = 0; j < 4; j++) product(sum[t][j], w, z[j]);
          }
        }

      if (GATED) {
#pragma unroll
        for (int k = 0; k < IN_STEPS; k++) {
          Right z[4];
#pragma unroll
          for (int j = 0; j < 4; j++)
#pragma unroll
            for (int h = 0; h < 2; h++)
              z[j].setStored<In>(h, GATED_BACK ? behind[GATED_BACK ? k : 0][h].at(j) : field[k][h].at(0, j));
#pragma unroll
          for (int t = 0; t < TILES; t++) {
            Left w = loadLeft(sharedWeight + ((t * ALL_STEPS + TAPS * IN_STEPS + k) * 32 + lane) * 4);
#pragma unroll
            for (int j = 0; j < 4; j++) product(GATES ? gain[GATES ? t : 0][j] : sum[t][j], w, z[j]);
          }
        }
      }

#pragma unroll
      for (int k = 0; k < IN_MODES; k++) {
        Right s[4];
#pragma unroll
        for (int h = 0; h < 2; h++) {
          float4 v = EARLY ? earlySynthesis[EARLY ? k : 0][h]
                           : load4(nearSynthesis + ((line / 32 * IN_MODES + k) * 2 + h) * 128 + 4 * lane);
#pragma unroll
          for (int e = 0; e < 4; e++) s[2 * h + e / 2].setRounded(e % 2, part(v, e));
        }
#pragma unroll
        for (int t = 0; t < TILES; t++) {
          Left c;
          if (SPREAD) {
            c = loadLeft(sharedCoeff + ((t * IN_MODES + k) * 32 + lane) * 4);
          } else {
            c = y[t % (SPREAD ? 1 : TILES)][k % (SPREAD ? 1 : IN_MODES + 1)];
          }
#pragma unroll
          for (int j = 0; j < 4; j++) product(GATES ? apart[GATES ? t : 0][j] : sum[t][j], c, s[j]);
        }
      }

      // A lane now holds columns 4 tid .. 4 tid + 3 of its rows, and 16 further.
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int o = top + 16 * t + 8 * h + row;
          if (o < COUT) {
            size_t to = o * channel + at + 4 * tid;
#if PASSES
            storeRow(out + (1 + GAINED) * COUT * channel + to, sum[t], h);
#endif
#if SLOPE
            Four<Slope> low(slope + to), high(slope + to + 16);
#pragma unroll
            for (int j = 0; j < 4; j++) {
              sum[t][j][2 * h] *= slopeOfKept(low.at(j));
              sum[t][j][2 * h + 1] *= slopeOfKept(high.at(j));
            }
#endif
#if !ACTIVE
            if (WRITES || out != nullptr) storeRow(out + to, sum[t], h);
#endif
#if GAINED
            throughGain(sum[t], slope + to, out + to, COUT * channel, h);
#endif
          }
#if ACTIVE
          {
            if (GATES) withGain(sum[t], gain[GATES ? t : 0], apart[GATES ? t : 0], o < COUT ? out : nullptr, o * channel + at + 4 * tid, COUT * channel, h);
            float kept[2][4];
#pragma unroll
            for (int j = 0; j < 4; j++)
#pragma unroll
              for (int e = 0; e < 2; e++) {
                float &x = sum[t][j][2 * h + e];
                Gelu active(x);
                kept[e][j] = PRODUCTS == 1 ? active.slope : x;
                x = active.value;
              }
            const FourKept low(kept[0]), high(kept[1]);
            if (o < COUT) {
              size_t to = o * channel + at + 4 * tid;
#if RESIDUAL
              const Four<In> left(in + to), right(in + to + 16);
#pragma unroll
              for (int j = 0; j < 4; j++) {
                sum[t][j][2 * h] += left.at(j);
                sum[t][j][2 * h + 1] += right.at(j);
              }
#endif
              if (out != nullptr) {
                low.store(out + to);
                high.store(out + to + 16);
              }
              storeRow(active + to, sum[t], h);
            }
          }
#endif
        }

      if (POOLED && OUT_MODES > 0) {
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int j = 0; j < 4; j++) {
            const int c = 2 * (j % 2), n = j / 2;
            store4(sums + (((warp * TILES + t) * 4 + j) * 32 + lane) * 4, nudged(sum[t][c][n]), nudged(sum[t][c][n + 2]),
                   nudged(sum[t][c + 1][n]), nudged(sum[t][c + 1][n + 2]));
          }
      } else if (OUT_MODES > 0) {
        // Two neighbouring columns at a time, as they come from A.
        Left v[TILES][4];
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int j = 0; j < 4; j++)
#pragma unroll
            for (int e = 0; e < 4; e++)
              v[t][j].set(e, sum[t][2 * (j % 2) + e / 2][2 * (e % 2) + j / 2]);
        if (ONE_STRETCH) __syncthreads();
#pragma unroll
        for (int r = 0; r < OUT_MODES; r++) {
          Analysis a;
          a.load(nearAnalysis + (line / 32 * OUT_MODES + r) * 256 + 4 * lane);
          float once[TILES][4];
#pragma unroll
          for (int t = 0; t < TILES; t++)
#pragma unroll
            for (int e = 0; e < 4; e++) once[t][e] = 0.0f;
#pragma unroll
          for (int j = 0; j < 4; j++) {
            Right s = a.at(j);
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
      if (POOLED) {
        __syncthreads();
        sumPiece(sums, analysis, modes + (size_t)item * ROUT * (PLANES ? 1 : COUT), (size_t)ROUT * (PLANES ? groups : 1), piece,
                 top, warp, lane);
      } else if (SPREAD) {
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

#if SPREAD && N > 32 * WARPS && ROUT > 0
// modes[k][o][g] = sum over pieces of partial[g][piece][o][k], pairs of numbers, in the order of the pieces. A block has
// 32 modes of a channel for 8 groups.
KERNEL void __launch_bounds__(256) addPieces(const float *partial, float *modes, int groups) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  constexpr int PAIRS = ROUT / 2;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int k = 32 * blockIdx.x + lane, o = blockIdx.y, g = 8 * blockIdx.z + warp;
  float re = 0.0f, im = 0.0f;
  if (k < PAIRS && g < groups) {
    const float *from = partial + (((size_t)g * PIECES * COUT + o) * PAIRS + k) * 2;
#pragma unroll 16
    for (int p = 0; p < PIECES; p++) {
      float2 v = load2(from + (size_t)p * COUT * ROUT);
      re += v.x;
      im += v.y;
    }
  }
  // Read along the modes, written along the groups.
  store2(shared + (warp * 33 + lane) * 2, re, im);
  __syncthreads();
  const int toK = 32 * blockIdx.x + threadIdx.x / 8, toG = 8 * blockIdx.z + threadIdx.x % 8;
  float2 v = load2(shared + (threadIdx.x % 8 * 33 + threadIdx.x / 8) * 2);
  if (toK < PAIRS && toG < groups) store2(modes + (((size_t)toK * COUT + o) * groups + toG) * 2, v.x, v.y);
}
#endif
