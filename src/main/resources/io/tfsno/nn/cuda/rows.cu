// The transform along an axis that is not the last, for each "image": a channel, a sample, and a place along the axes before.
//
//   down  m[k2][k1] = sum_x v[x][k2] exp(-2 pi i k1 x / N)
//   up    v[x][k2]  = sum_k1 m[k2][k1] exp(+2 pi i k1 x / N)
//
// v is [image][N][LINE] with re and im of k2 at 2 k2 and 2 k2 + 1; m is [COLUMNS][K1][image][2], or, where another axis
// follows, its lines [image][NEXT_LINE] with re and im of each (k2, k1). Each is the other's transpose. The tables hold
// cosines and sines of the waves k1, rounded to what products use, in the order in which lanes take them as left factors, for
// 8 points and 8 waves after the other: 8 rows of cosines, then of sines.
//
//   N  points, a multiple of 8     LINE  numbers of a line, a multiple of 8     COLUMNS  modes k2     K1  modes k1     WARPS
//   NEXT_LINE  0 where no axis follows
//   SHARE  eights of a line that a warp takes: one where there are few images, else as many as its registers hold
//   PARTS  warps that share the waves, or the points: as many as there are eights of waves where images are very few, else 1

constexpr int WAVES = roundUp(K1, 8) / 8;
constexpr int TAKEN = WAVES / PARTS;
constexpr int SHARES = LINE / 8 / SHARE;
// Eights of points whose loads wait for memory together.
constexpr int AHEAD = N % 64 == 0 && SHARE == 1 ? 8 : N % 32 == 0 && SHARE == 1 ? 4 : N % 16 == 0 ? 2 : 1;
constexpr size_t IMAGE = (size_t)N * LINE;

DEVICE size_t modeAt(int k2, int k1, int image, int images) {
  const int mode = k2 * K1 + k1;
  return NEXT_LINE > 0 ? (size_t)image * NEXT_LINE + 2 * mode : ((size_t)mode * images + image) * 2;
}

static_assert(SHARES * SHARE * 8 == LINE && TAKEN * PARTS == WAVES, "warps share evenly");

KERNEL void __launch_bounds__(32 * WARPS)
    down(const float *v, const float *table, float *m, int images) {
  awaitPredecessor();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (int i = blockIdx.x * WARPS + warp; i < images * SHARES * PARTS; i += gridDim.x * WARPS) {
    const int part = i % PARTS, image = i / PARTS / SHARES, first = i / PARTS % SHARES * SHARE;
    float sum[TAKEN][SHARE][4];
#pragma unroll
    for (int t = 0; t < TAKEN; t++)
#pragma unroll
      for (int l = 0; l < SHARE; l++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[t][l][e] = 0.0f;
    const float *from = v + image * IMAGE + 8 * first + row;
    for (int x = 0; x < N; x += 8 * AHEAD) {
      Right f[AHEAD][SHARE];
#pragma unroll
      for (int a = 0; a < AHEAD; a++)
#pragma unroll
        for (int l = 0; l < SHARE; l++)
#pragma unroll
          for (int h = 0; h < 2; h++) f[a][l].set(h, from[(x + 8 * a + 4 * h + tid) * LINE + 8 * l]);
      afterLoads();
#pragma unroll
      for (int a = 0; a < AHEAD; a++)
#pragma unroll
        for (int t = 0; t < TAKEN; t++) {
          Left w = loadLeft(table + (((x / 8 + a) * WAVES + part * TAKEN + t) * 32 + lane) * 4);
#pragma unroll
          for (int l = 0; l < SHARE; l++) product(sum[t][l], w, f[a][l]);
        }
    }
#pragma unroll
    for (int t = 0; t < TAKEN; t++)
#pragma unroll
      for (int l = 0; l < SHARE; l++) {
        int k1 = 8 * (part * TAKEN + t) + row, k2 = 4 * (first + l) + tid;
        if (k1 < K1 && k2 < COLUMNS)
          store2(m + modeAt(k2, k1, image, images), sum[t][l][0] + sum[t][l][3],
                 sum[t][l][1] - sum[t][l][2]);
      }
  }
}

KERNEL void __launch_bounds__(32 * WARPS)
    up(const float *m, const float *table, float *v, int images) {
  awaitPredecessor();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (int i = blockIdx.x * WARPS + warp; i < images * SHARES * PARTS; i += gridDim.x * WARPS) {
    const int part = i % PARTS, image = i / PARTS / SHARES, first = i / PARTS % SHARES * SHARE;
    Right f[WAVES][SHARE];
#pragma unroll
    for (int s = 0; s < WAVES; s++)
#pragma unroll
      for (int l = 0; l < SHARE; l++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int k1 = 8 * s + 4 * h + tid, k2 = 4 * (first + l) + row / 2;
          f[s][l].set(h, k1 < K1 && k2 < COLUMNS ? m[modeAt(k2, k1, image, images) + row % 2]
                                                    : 0.0f);
        }
    float *to = v + image * IMAGE + row * LINE + 8 * first + 2 * tid;
#pragma unroll AHEAD
    for (int x = 8 * part; x < N; x += 8 * PARTS) {
      float sum[SHARE][4];
#pragma unroll
      for (int l = 0; l < SHARE; l++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[l][e] = 0.0f;
#pragma unroll
      for (int s = 0; s < WAVES; s++) {
        Left w = loadLeft(table + ((x / 8 * WAVES + s) * 32 + lane) * 4);
#pragma unroll
        for (int l = 0; l < SHARE; l++) product(sum[l], w, f[s][l]);
      }
#pragma unroll
      for (int l = 0; l < SHARE; l++)
        store2(to + x * LINE + 8 * l, sum[l][0] - sum[l][3], sum[l][1] + sum[l][2]);
    }
  }
}
