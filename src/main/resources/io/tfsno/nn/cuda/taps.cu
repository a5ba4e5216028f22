// A learnt map over channels and neighbouring points of periodic lines, on fields [channel][sample][point]:
//
//   sum[o][x] = sum over i and t of K[o][i][t] in[i][STRIDE x + t - REACH]
//
//   COUT   channels of the sum; the tiles of a block divide theirs. For the rest see tapcore.cu
//   EARLY  whether the weights were complete before the predecessor began
//   TO     what becomes of the sum:
//
//   PLAIN   out = scale (sum + bias) + add, each only where it is given
//   SPLIT   back through JOINED: out has the sum's first rows, added up over pairs of points, second the others
//   UNFOLD  back through STRIDE 2: rows 2 i and 2 i + 1 are the two points of a block of channel i; out = sum + add there
//   END     back through scale (K v + b): out = scale sum; other is v, and dots gets each block's part of the gradient of scale

#define PLAIN 0
#define SPLIT 1
#define UNFOLD 2
#define END 3

constexpr int TAP_FLOATS = FIELD_FLOATS + WARPS * RING_FLOATS;

KERNEL void __launch_bounds__(THREADS, 1)
    taps(const float *in, const float *other, const float *weights, const float *bias, const float *scale, const float *add,
         float *out, float *second, float *dots, size_t columns) {
  DYNAMIC_SHARED(shared);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int rows = blockIdx.y * ROW_TILES + warp / ACROSS, wx = 32 * (warp % ACROSS);
  const int sample = blockIdx.x / (N / TILE), x0 = blockIdx.x % (N / TILE) * TILE;
  Ring ring(shared + FIELD_FLOATS);
  if (EARLY) ring.begin(weights, rows);
  awaitPredecessor();
  if (!EARLY) ring.begin(weights, rows);
  stageField(shared, in, other, sample, x0, columns);
  awaitCopies();
  __syncthreads();
  float sum[4][4];
  sumUp(sum, ring, shared + tid * PITCH + STRIDE * (wx + columnsOf(row)));

  const float factor = scale ? *scale : 1.0f;
  const size_t first = (size_t)sample * N + x0 + wx;
  float dot = 0.0f;
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const int o = 16 * rows + 8 * h + row;
    const bool there = o < COUT;
    const float b = TO == PLAIN && bias && there ? bias[o] : 0.0f;
#pragma unroll
    for (int s = 0; s < 2; s++) {
      const size_t column = first + 16 * s + 4 * tid, at = o * columns + column;
      float v[4];
#pragma unroll
      for (int j = 0; j < 4; j++) v[j] = sum[j][2 * h + s] + b;
      if (TO == UNFOLD) {
        // Of two neighbouring rows each lane takes two columns, with both points of their blocks.
        const bool odd = row % 2;
        const float p = shuffleXor(odd ? v[0] : v[2], 4), q = shuffleXor(odd ? v[1] : v[3], 4);
        const size_t to = 2 * (o / 2 * columns + column) + (odd ? 4 : 0);
        if (there) {
          const float4 a = add ? load4(add + to) : zero4();
          store4(out + to, (odd ? p : v[0]) + a.x, (odd ? v[2] : p) + a.y, (odd ? q : v[1]) + a.z, (odd ? v[3] : q) + a.w);
        }
      } else if (!there) {
        continue;
      } else if (TO == PLAIN) {
        const float4 a = add ? load4(add + at) : zero4();
        store4(out + at, factor * v[0] + a.x, factor * v[1] + a.y, factor * v[2] + a.z, factor * v[3] + a.w);
      } else if (TO == SPLIT) {
        if (o < COUT / 2)
          store2(out + at / 2, v[0] + v[1], v[2] + v[3]);
        else
          store4(second + at - COUT / 2 * columns, v[0], v[1], v[2], v[3]);
      } else {
        const float4 f = load4(other + at);
        store4(out + at, factor * v[0], factor * v[1], factor * v[2], factor * v[3]);
#pragma unroll
        for (int j = 0; j < 4; j++) dot += v[j] * part(f, j);
      }
    }
  }
  if (TO == END) {
    if (blockIdx.y == 0)
      for (int q = threadIdx.x; q < CIN * TILE; q += THREADS) dot += bias[q / TILE] * shared[q / TILE * PITCH + q % TILE];
    __syncthreads();
    dot = sumOfThreads<THREADS>(dot, shared);
    if (threadIdx.x == 0) dots[blockIdx.y * gridDim.x + blockIdx.x] = dot;
  }
}
