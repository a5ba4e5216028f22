// Fields on another grid, by a fixed matrix T along each axis:
//
//   AXES 1   to[m] = sum_n T[m][n] from[n]                       for each line
//   AXES 2   to[l][m] = sum_x,n T[l][x] from[x][n] T[m][n]       for each plane
//
//   FROM, TO   points of a line, multiples of 16      WARPS   divides the tiles below
//
// A block takes 16 lines or a plane at a time. A warp has the same columns of all of them, so that its part of T,
// which is no result of another kernel, stays in registers. T comes rounded to what products use.

constexpr int LINES = AXES == 2 ? FROM : 16;
constexpr int COLUMN_TILES = TO / 8, SHARES = AXES == 2 ? 2 : 1, TURNS = COLUMN_TILES * SHARES / WARPS;
constexpr int CHUNKS = FROM / 16, LEFT_TILES = AXES == 2 ? (TO / 16 + SHARES - 1) / SHARES : 1;
// The first makes lanes that load 16 bytes meet different banks, the second also those that store down a column.
constexpr int FIELD_STRIDE = roundUp(FROM, 32) + 16, BETWEEN_STRIDE = roundUp(FROM, 32) + 20;
static_assert(TURNS * WARPS == COLUMN_TILES * SHARES && (AXES == 1 || TURNS == 1), "warps share the tiles evenly");

DEVICE float2 loadPair(const float *p) { return load2(p); }

DEVICE void storePair(float *p, float a, float b) { store2(p, a, b); }

DEVICE float2 loadPair(const Bf16 *p) {
  unsigned v = *reinterpret_cast<const unsigned *>(p);
  return make_float2(__uint_as_float(v << 16), __uint_as_float(v & 0xffff0000u));
}

DEVICE void storePair(Bf16 *p, float a, float b) { *reinterpret_cast<unsigned *>(p) = bf16Pair(a, b); }

// Sixteen terms of a sum for a tile: a lane has four neighbours of rows `row` and `row + 8` and of its column.
DEVICE void addChunk(float (&sum)[4], const float4 &upper, const float4 &lower, const float4 &column) {
#pragma unroll
  for (int p = 0; p < 4; p += 2) {
    Left a;
    Right b;
#pragma unroll
    for (int e = 0; e < 2; e++) {
      a.setRounded(2 * e, part(upper, p + e));
      a.setRounded(2 * e + 1, part(lower, p + e));
      b.setRounded(e, part(column, p + e));
    }
    product(sum, a, b);
  }
}

DEVICE void writeTile(Field *to, const float (&sum)[4], int line, int lines, int column, int added) {
#pragma unroll
  for (int h = 0; h < 2; h++) {
    if (line + 8 * h >= lines) continue;
    Field *at = to + (size_t)(line + 8 * h) * TO + column;
    float2 before = added ? loadPair(at) : make_float2(0.0f, 0.0f);
    storePair(at, before.x + sum[2 * h], before.y + sum[2 * h + 1]);
  }
}

// added: whether the result is added to what is there.
KERNEL void __launch_bounds__(32 * WARPS)
    resize(const Field *from, const float *table, Field *to, int lines, int added) {
  DYNAMIC_SHARED(field);
  float *between = field + LINES * FIELD_STRIDE;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int share = warp / COLUMN_TILES, firstColumn = 8 * (warp % COLUMN_TILES);
  float4 right[TURNS][CHUNKS], left[LEFT_TILES][CHUNKS][2];
#pragma unroll
  for (int n = 0; n < TURNS; n++)
#pragma unroll
    for (int s = 0; s < CHUNKS; s++)
      right[n][s] = load4(table + (firstColumn + 8 * WARPS * n + row) * FROM + 16 * s + 4 * tid);
  if (AXES == 2) {
#pragma unroll
    for (int t = 0; t < LEFT_TILES; t++)
#pragma unroll
      for (int s = 0; s < CHUNKS; s++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          int l = 16 * (share + SHARES * t) + 8 * h + row;
          left[t][s][h] = l < TO ? load4(table + l * FROM + 16 * s + 4 * tid) : zero4();
        }
  }
  awaitPredecessor();

  for (int first = LINES * blockIdx.x; first < lines; first += LINES * gridDim.x) {
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < LINES * FROM / 4; i += 32 * WARPS) {
      int l = i / (FROM / 4), n = i % (FROM / 4) * 4;
      float4 v = first + l < lines ? load4(from + (size_t)(first + l) * FROM + n) : zero4();
      store4(field + l * FIELD_STRIDE + n, rounded(v.x), rounded(v.y), rounded(v.z), rounded(v.w));
    }
    __syncthreads();
#pragma unroll
    for (int n = 0; n < TURNS; n++)
      for (int t = share; t < LINES / 16; t += SHARES) {
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
        for (int s = 0; s < CHUNKS; s++) {
          const float *at = field + (16 * t + row) * FIELD_STRIDE + 16 * s + 4 * tid;
          addChunk(sum, load4(at), load4(at + 8 * FIELD_STRIDE), right[n][s]);
        }
        const int column = firstColumn + 8 * WARPS * n + 2 * tid;
        if (AXES == 1) {
          writeTile(to, sum, first + row, lines, column, added);
        } else {
          float *down = between + column * BETWEEN_STRIDE + 16 * t + row;
#pragma unroll
          for (int e = 0; e < 4; e++) down[e % 2 * BETWEEN_STRIDE + 8 * (e / 2)] = rounded(sum[e]);
        }
      }
    if (AXES == 2) {
      __syncthreads();
#pragma unroll
      for (int t = 0; t < LEFT_TILES; t++) {
        const int line = 16 * (share + SHARES * t) + row;
        if (line - row >= TO) break;
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
        for (int s = 0; s < CHUNKS; s++)
          addChunk(sum, left[t][s][0], left[t][s][1],
                   load4(between + (firstColumn + row) * BETWEEN_STRIDE + 16 * s + 4 * tid));
        writeTile(to + (size_t)(first / FROM) * TO * TO, sum, line, TO, firstColumn + 2 * tid, added);
      }
    }
  }
}
