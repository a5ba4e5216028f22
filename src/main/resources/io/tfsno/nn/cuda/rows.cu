// The transform along the first axis of a plane, for each channel and sample (an "image"):
//
//   down  m[k2][k1] = sum_x v[x][k2] exp(-2 pi i k1 x / N)
//   up    v[x][k2]  = sum_k1 m[k2][k1] exp(+2 pi i k1 x / N)
//
// v is [image][N][LINE] with re and im of k2 at 2 k2 and 2 k2 + 1; m is [COLUMNS][2 HALF][image][2]
// for k1 = 0 .. HALF - 1, -HALF .. -1. Each is the other's transpose. The table holds cos and sin,
// [2][2 HALF][N], rounded to what products use.
//
//   N  points     LINE  numbers of a line, a multiple of 8     COLUMNS  modes k2     HALF     WARPS

constexpr int K1 = 2 * HALF, TABLE_STRIDE = N + 4;
constexpr int LINE_TILES = LINE / 8;
constexpr size_t IMAGE = (size_t)N * LINE;

DEVICE void loadTable(float *shared, const float *table) {
  stage<2 * K1, N, TABLE_STRIDE, 32 * WARPS>(shared, table, N);
  __syncthreads();
}

KERNEL void __launch_bounds__(32 * WARPS)
    down(const float *v, const float *table, float *m, int images) {
  DYNAMIC_SHARED(shared);
  loadTable(shared, table);
  awaitPredecessor();
  constexpr int TILES = roundUp(K1, 8) / 8;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (int image = blockIdx.x * WARPS + warp; image < images; image += gridDim.x * WARPS) {
    float sum[TILES][LINE_TILES][4];
#pragma unroll
    for (int t = 0; t < TILES; t++)
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[t][l][e] = 0.0f;
    const float *from = v + image * IMAGE;
#pragma unroll 2
    for (int x = 0; x < N; x += 8) {
      Right f[LINE_TILES];
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++)
#pragma unroll
        for (int h = 0; h < 2; h++) f[l].set(h, from[(x + 4 * h + tid) * LINE + 8 * l + row]);
#pragma unroll
      for (int t = 0; t < TILES; t++) {
        // Rows 0-7 of a tile are cosines, rows 8-15 the sines of the same waves.
        int k = 8 * t + row < K1 ? 8 * t + row : 0;
        Left w;
#pragma unroll
        for (int e = 0; e < 4; e++)
          w.setRounded(e, shared[(e % 2 * K1 + k) * TABLE_STRIDE + x + tid + 4 * (e / 2)]);
#pragma unroll
        for (int l = 0; l < LINE_TILES; l++) product(sum[t][l], w, f[l]);
      }
    }
#pragma unroll
    for (int t = 0; t < TILES; t++)
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++) {
        int k1 = 8 * t + row, k2 = 4 * l + tid;
        if (k1 < K1 && k2 < COLUMNS)
          store2(m + ((size_t)(k2 * K1 + k1) * images + image) * 2, sum[t][l][0] + sum[t][l][3],
                 sum[t][l][1] - sum[t][l][2]);
      }
  }
}

KERNEL void __launch_bounds__(32 * WARPS)
    up(const float *m, const float *table, float *v, int images) {
  DYNAMIC_SHARED(shared);
  loadTable(shared, table);
  awaitPredecessor();
  constexpr int STEPS = roundUp(K1, 8) / 8;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (int image = blockIdx.x * WARPS + warp; image < images; image += gridDim.x * WARPS) {
    Right f[STEPS][LINE_TILES];
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int k1 = 8 * s + 4 * h + tid, k2 = 4 * l + row / 2;
          f[s][l].set(h, k1 < K1 && k2 < COLUMNS ? m[((size_t)(k2 * K1 + k1) * images + image) * 2 + row % 2]
                                                    : 0.0f);
        }
#pragma unroll 2
    for (int x = 0; x < N; x += 8) {
      float sum[LINE_TILES][4];
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[l][e] = 0.0f;
#pragma unroll
      for (int s = 0; s < STEPS; s++) {
        Left w;
#pragma unroll
        for (int e = 0; e < 4; e++) {
          int k1 = 8 * s + tid + 4 * (e / 2);
          w.setRounded(e, k1 < K1 ? shared[(e % 2 * K1 + k1) * TABLE_STRIDE + x + row] : 0.0f);
        }
#pragma unroll
        for (int l = 0; l < LINE_TILES; l++) product(sum[l], w, f[s][l]);
      }
#pragma unroll
      for (int l = 0; l < LINE_TILES; l++)
        store2(v + image * IMAGE + (x + row) * LINE + 8 * l + 2 * tid, sum[l][0] - sum[l][3],
               sum[l][1] + sum[l][2]);
    }
  }
}
