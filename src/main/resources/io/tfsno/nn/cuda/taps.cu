// A learnt map over channels and neighbouring points of periodic lines or planes, on fields [channel][sample][point]:
//
//   sum[o][x] = sum over i and t of K[o][i][t] in[i][STRIDE x + t - REACH]
//
// where x and t are pairs on a plane, y and x of a row.
//
//   COUT   channels of the sum; the tiles of a block divide theirs. For the rest see tapcore.cu
//   EARLY  whether the weights were complete before the predecessor began
//   TO     what becomes of the sum:
//
//   PLAIN   out = scale (sum + bias) + add, each only where it is given
//   SPLIT   back through JOINED: out has the sum's first rows, added up over two points along each axis, second the others
//   UNFOLD  back through STRIDE 2: two rows (on a plane four) in turn are the points of a block of a channel; out = sum + add there
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
  const Patch patch(blockIdx.x);
  Ring ring(shared + FIELD_FLOATS);
  if (EARLY) ring.begin(weights, rows);
  awaitPredecessor();
  if (!EARLY) ring.begin(weights, rows);
  stageField(shared, in, other, patch, columns);
  awaitCopies();
  __syncthreads();
  float sum[4][4];
  sumUp(sum, ring, shared + tid * PITCH + seenFrom(wx + columnsOf(row)));

  const float factor = scale ? *scale : 1.0f;
  float dot = 0.0f;
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const int o = 16 * rows + 8 * h + row;
    const bool there = o < COUT;
    const float b = TO == PLAIN && bias && there ? bias[o] : 0.0f;
    float above[2];
#pragma unroll
    for (int s = 0; s < 2; s++) {
      const size_t column = patch.column(wx + 16 * s + 4 * tid), at = o * columns + column;
      float v[4];
#pragma unroll
      for (int j = 0; j < 4; j++) v[j] = sum[j][2 * h + s] + b;
      if (TO == UNFOLD) {
        // Of two neighbouring rows each lane takes two columns, with two neighbouring points of their blocks.
        const bool odd = row % 2;
        const float p = shuffleXor(odd ? v[0] : v[2], 4), q = shuffleXor(odd ? v[1] : v[3], 4);
        size_t to = 2 * (o / 2 * columns + column);
        if (AXES == 2) to = 4 * (o / 4 * columns) + 2 * (2 * column - column % N + o / 2 % 2 * N);
        to += odd ? 4 : 0;
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
        if (o < COUT / 2) {
          // On a plane the second half of a lane's columns are those of the row below.
          const float p = v[0] + v[1], q = v[2] + v[3];
          if (AXES == 1) {
            store2(out + at / 2, p, q);
          } else if (s == 1) {
            const size_t row = column / N / 2;
            store2(out + o * (columns / 4) + row * (N / 2) + column % N / 2, above[0] + p, above[1] + q);
          }
          above[0] = p;
          above[1] = q;
        } else
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
