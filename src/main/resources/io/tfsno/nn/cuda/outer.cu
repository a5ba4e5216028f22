// The gradient of a map over channels, summed over all columns of two fields:
//
//   partial[block][o][i] = sum_l left[o][l] right[i][l],   partial[block][COUT CIN + o] = sum_l left[o][l]
//
// or where there are differences of right (near.cu) the same of each of them, without the second sum: blocks have a tap each,
// along y, so that all taps are one launch and one sum of parts.
//
//   partial[block][tap - 1][o][i]
//
//   CIN, COUT   channels of right and left
//   FROM_STATES right is float, whatever fields are stored as
//   WARPS       warps in a block; ROWS of them share a stretch of columns, each for 32 rows of left

constexpr int TILES = 2, ROWS = roundUp(COUT, 32) / 32, PILES = WARPS / ROWS;
constexpr int INS = roundUp(CIN, 8), IN_TILES = INS / 8;
constexpr int COUNT = COUT * CIN + (NEAR == 0 ? COUT : 0), SOME_TAPS = NEAR == 0 ? 1 : 2 * FIRSTS;

typedef Stored<FIELD16 && !FROM_STATES>::Type In;

template <int TAP>
DEVICE void outerOf(const Field *left, const In *right, float *partial, size_t columns, float *shared) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int top = warp % ROWS * 32, pile = warp / ROWS;

  float sum[TILES][IN_TILES + 1][4];
#pragma unroll
  for (int t = 0; t < TILES; t++)
#pragma unroll
    for (int i = 0; i <= IN_TILES; i++)
#pragma unroll
      for (int e = 0; e < 4; e++) sum[t][i][e] = 0.0f;
  Right one;
  one.set(0, row == 0 ? 1.0f : 0.0f);
  one.set(1, row == 0 ? 1.0f : 0.0f);
  awaitPredecessor();

  for (size_t at = 32 * ((size_t)blockIdx.x * PILES + pile); at < columns;
       at += 32 * (size_t)gridDim.x * PILES) {
    // Columns 4 tid + j and 16 + 4 tid + j are the summed index of product j.
    Left l[TILES][4];
#pragma unroll
    for (int t = 0; t < TILES; t++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int o = top + 16 * t + row + 8 * (e % 2);
        Four<Field> v;
        if (o < COUT) v = Four<Field>(left + o * columns + at + 16 * (e / 2) + 4 * tid);
#pragma unroll
        for (int j = 0; j < 4; j++) l[t][j].setStored<Field>(e, v.at(j));
      }
    // All loads first, so that they wait for memory together.
    Around<In> from[IN_TILES][2];
#pragma unroll
    for (int i = 0; i < IN_TILES; i++)
#pragma unroll
      for (int h = 0; h < 2; h++)
        if (8 * i + row < CIN)
          from[i][h].load(right + (8 * i + row) * columns, at + 16 * h + 4 * tid);
        else
          from[i][h].clear();
#pragma unroll
    for (int i = 0; i < IN_TILES; i++) {
#pragma unroll
      for (int j = 0; j < 4; j++) {
        Right r;
#pragma unroll
        for (int h = 0; h < 2; h++) {
          if (TAP == 0)
            r.setStored<In>(h, from[i][h].at(0, j));
          else
            r.set(h, from[i][h].at(TAP, j));
        }
#pragma unroll
        for (int t = 0; t < TILES; t++) product(sum[t][i], l[t][j], r);
      }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
      for (int t = 0; t < TILES; t++) product(sum[t][IN_TILES], l[t][j], one);
  }

  // The piles of a block are added up in their order, so the result does not depend on timing.
  for (int p = 0; p < PILES; p++) {
    if (pile == p) {
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
          int o = top + 16 * t + row + 8 * (e / 2);
          if (o < COUT) {
#pragma unroll
            for (int i = 0; i < IN_TILES; i++) {
              int c = 8 * i + 2 * tid + e % 2;
              if (c < CIN)
                shared[o * CIN + c] = sum[t][i][e] + (p == 0 ? 0.0f : shared[o * CIN + c]);
            }
            if (TAP == 0 && tid == 0 && e % 2 == 0)
              shared[COUT * CIN + o] =
                  sum[t][IN_TILES][e] + (p == 0 ? 0.0f : shared[COUT * CIN + o]);
          }
        }
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < COUNT; i += 32 * WARPS)
    partial[((size_t)blockIdx.x * SOME_TAPS + (TAP == 0 ? 0 : TAP - 1)) * COUNT + i] = shared[i];
}

// Each tap has code of its own, which loads no neighbours but its own.
template <int TAP>
DEVICE void outerFrom(int tap, const Field *left, const In *right, float *partial, size_t columns, float *shared) {
  if (tap == TAP)
    outerOf<TAP>(left, right, partial, columns, shared);
  else if constexpr (TAP < 2 * FIRSTS)
    outerFrom<TAP + 1>(tap, left, right, partial, columns, shared);
}

KERNEL void __launch_bounds__(32 * WARPS, PRODUCTS == 1 && CIN <= 64 ? 12 / WARPS : 1)
    outer(const Field *left, const In *right, float *partial, size_t columns) {
  DYNAMIC_SHARED(shared);
  if (NEAR == 0)
    outerOf<0>(left, right, partial, columns, shared);
  else
    outerFrom<NEAR == 0 ? 0 : 1>(1 + blockIdx.y, left, right, partial, columns, shared);
}
