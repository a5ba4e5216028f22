// The gradients of a map of taps.cu, summed over the columns of a part of all:
//
//   weight[o][i][t] = scale sum over x of left[o][x] right[i][STRIDE x + t - REACH]
//   bias[o]         = scale sum over x of left[o][x],  where it is wanted
//   one more        = this part's share of the sum of dots, where there are any
//
// one after the other, each part a pitch behind the one before it.
//
//   CIN, COUT, AXES, TAPS, STRIDE, N, LINES, JOINED  as in taps.cu; left has the channels of its sum
//   UP, ALONG  tiles of 16 rows and of 8 channels of a block
//   WARPS      of a block, which share its columns

constexpr int REACH = STRIDE == 1 ? TAPS / 2 : 0, HALO = REACH > 0 ? 4 : 0;
constexpr int TAP_LINES = AXES == 2 ? TAPS : 1, STRIDE_LINES = AXES == 2 ? STRIDE : 1, ALL_TAPS = TAP_LINES * TAPS;
constexpr int WINDOW = 3 * STRIDE + TAPS, FIRST = HALO - REACH, LOADS = roundUp(FIRST + WINDOW, 4) / 4;
constexpr int WIDTH = 8 * ALONG * ALL_TAPS, OUTER_FLOATS = 16 * UP * (WIDTH + 1);
constexpr int BLOCKS_ALONG = roundUp(CIN, 8 * ALONG) / (8 * ALONG), COUNT = COUT * CIN * ALL_TAPS;

DEVICE int wrapped(int x, int points) { return x < 0 ? x + points : x >= points ? x - points : x; }

// Four neighbouring points of a channel of right; x is one of them and y their row, counted within a sample that wraps around.
DEVICE float4 rightAt(const float *right, const float *other, int c, size_t sample, int y, int x, size_t columns) {
  constexpr int ROW = STRIDE * N, ROWS = STRIDE_LINES * LINES, LESS = AXES == 2 ? 4 : 2;
  if (c >= CIN) return zero4();
  x = wrapped(x, ROW);
  const size_t row = sample * ROWS + (AXES == 2 ? wrapped(y, ROWS) : 0);
  if (!JOINED) return load4(right + STRIDE * STRIDE_LINES * (c * columns) + row * ROW + x);
  if (c >= CIN / 2) return load4(other + (c - CIN / 2) * columns + row * N + x);
  const float2 v = load2(right + c * (columns / LESS) + (AXES == 2 ? row / 2 : row) * (N / 2) + x / 2);
  return make_float4(v.x, v.x, v.y, v.y);
}

KERNEL void __launch_bounds__(32 * WARPS)
    tapOuter(const float *left, const float *right, const float *other, const float *scale, const float *dots, float *partial,
             int dotCount, int biased, size_t columns, size_t pitch) {
  DYNAMIC_SHARED(shared);
  const int pile = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int top = blockIdx.x / BLOCKS_ALONG * 16 * UP, firstIn = blockIdx.x % BLOCKS_ALONG * 8 * ALONG;
  awaitPredecessor();

  float sum[UP][ALONG][ALL_TAPS][4], total[UP][2];
#pragma unroll
  for (int u = 0; u < UP; u++) {
    total[u][0] = total[u][1] = 0.0f;
#pragma unroll
    for (int i = 0; i < ALONG; i++)
#pragma unroll
      for (int t = 0; t < ALL_TAPS; t++)
#pragma unroll
        for (int e = 0; e < 4; e++) sum[u][i][t][e] = 0.0f;
  }

#pragma unroll 1
  for (size_t at = 32 * ((size_t)blockIdx.y * WARPS + pile); at < columns; at += 32 * (size_t)gridDim.y * WARPS) {
    const size_t sample = at / (LINES * N);
    // Columns 4 tid + j and 16 + 4 tid + j are the summed index of product j.
    float4 l[UP][4], r[ALONG][TAP_LINES][2][LOADS];
#pragma unroll
    for (int u = 0; u < UP; u++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const int o = top + 16 * u + row + 8 * (e % 2);
        l[u][e] = o < COUT ? load4(left + o * columns + at + 16 * (e / 2) + 4 * tid) : zero4();
      }
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const int place = (int)(at - sample * (LINES * N)) + 16 * h;
      const int y = STRIDE_LINES * (place / N) - REACH, x = STRIDE * (place % N + 4 * tid) - HALO;
#pragma unroll
      for (int i = 0; i < ALONG; i++)
#pragma unroll
        for (int line = 0; line < TAP_LINES; line++)
#pragma unroll
          for (int n = 0; n < LOADS; n++)
            r[i][line][h][n] = rightAt(right, other, firstIn + 8 * i + row, sample, y + line, x + 4 * n, columns);
    }
    afterLoads();
#pragma unroll
    for (int u = 0; u < UP; u++)
#pragma unroll
      for (int e = 0; e < 4; e++) total[u][e % 2] += (l[u][e].x + l[u][e].y) + (l[u][e].z + l[u][e].w);
#pragma unroll
    for (int i = 0; i < ALONG; i++)
#pragma unroll
      for (int line = 0; line < TAP_LINES; line++) {
        Right seen[WINDOW];
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
          for (int n = 0; n < WINDOW; n++) seen[n].set(h, part(r[i][line][h][(FIRST + n) / 4], (FIRST + n) % 4));
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
          for (int u = 0; u < UP; u++) {
            Left w;
#pragma unroll
            for (int e = 0; e < 4; e++) w.set(e, part(l[u][e], j));
#pragma unroll
            for (int t = 0; t < TAPS; t++) product(sum[u][i][line * TAPS + t], w, seen[STRIDE * j + t]);
          }
      }
  }

  // The warps are added up in their order, so the result does not depend on timing.
#pragma unroll 1
  for (int p = 0; p < WARPS; p++) {
    if (pile == p) {
#pragma unroll
      for (int u = 0; u < UP; u++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
          const int o = 16 * u + row + 8 * (e / 2);
#pragma unroll
          for (int i = 0; i < ALONG; i++)
#pragma unroll
            for (int t = 0; t < ALL_TAPS; t++) {
              float *to = shared + o * WIDTH + (8 * i + 2 * tid + e % 2) * ALL_TAPS + t;
              *to = sum[u][i][t][e] + (p == 0 ? 0.0f : *to);
            }
          const float all = sumOfLanes<4>(total[u][e / 2]);
          float *to = shared + 16 * UP * WIDTH + o;
          if (tid == 0 && e % 2 == 0) *to = all + (p == 0 ? 0.0f : *to);
        }
    }
    __syncthreads();
  }
  const float factor = scale ? *scale : 1.0f;
  float *to = partial + blockIdx.y * pitch;
  for (int q = threadIdx.x; q < 16 * UP * WIDTH; q += 32 * WARPS) {
    const int o = top + q / WIDTH, w = firstIn * ALL_TAPS + q % WIDTH;
    if (o < COUT && w < CIN * ALL_TAPS) to[o * CIN * ALL_TAPS + w] = factor * shared[q];
  }
  if (biased && firstIn == 0)
    for (int o = threadIdx.x; o < 16 * UP && top + o < COUT; o += 32 * WARPS)
      to[COUNT + top + o] = factor * shared[16 * UP * WIDTH + o];
  if (dots && blockIdx.x == 0) {
    float share = 0.0f;
    for (int d = blockIdx.y + gridDim.y * threadIdx.x; d < dotCount; d += gridDim.y * 32 * WARPS) share += dots[d];
    __syncthreads();
    share = sumOfThreads<32 * WARPS>(share, shared);
    if (threadIdx.x == 0) to[COUNT + (biased ? COUT : 0)] = share;
  }
}
