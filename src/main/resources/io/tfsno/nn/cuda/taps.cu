// A learnt map over channels and neighbouring points of periodic lines, on fields [channel][sample][point]:
//
//   sum[o][x] = sum over i and t of K[o][i][t] in[i][STRIDE x + t - REACH]
//
//   CIN, COUT  channels of in and sum
//   TAPS       points of in that a point of the sum sees: an odd number around it, or with STRIDE = TAPS a block of its own
//   N          points of a line of the sum, a multiple of TILE
//   TILE       columns of a block, 32 or 64; a warp has 32 of them and 16 rows
//   ROW_TILES  16 rows each, of a block; they divide those of the sum
//   JOINED     the first half of in's channels are those of a field on half as many points, each repeated; the rest are other's
//   RING       steps of 8 channels whose weights are copied ahead, at least 2
//   EARLY      whether the weights were complete before the predecessor began
//   TO         what becomes of the sum, with v = sum + bias and a trained number scale:
//
//   PLAIN    out = scale v + add, each only where it is given
//   GATE     out = sigmoid(v), second = out in
//   UNGATE   back through scale C (G S): with T = G S and d = scale sum, out = d T (1 - G) is the gradient of what sigmoid was applied
//            to, second = d G that of S as a factor; other is G, add is T
//   SPLIT    back through JOINED: out has the sum's first rows, added up over pairs of points, second the others
//   UNFOLD   back through STRIDE 2: rows 2 i and 2 i + 1 are the two points of a block of channel i; out = sum + add there
//   END      back through scale (K v + b): out = scale sum; other is v
//
// UNGATE and END leave in dots, for each block, its part of the gradient of scale.
//
// The weights come in the order of the products (tapweights.cu). Each lane copies its own ahead into a ring, so no warp waits for
// another after the field is there.

#define PLAIN 0
#define GATE 1
#define UNGATE 2
#define SPLIT 3
#define UNFOLD 4
#define END 5

constexpr int REACH = STRIDE == 1 ? TAPS / 2 : 0, HALO = REACH > 0 ? 4 : 0;
constexpr int STEPS = roundUp(CIN, 8) / 8, ACROSS = TILE / 32, WARPS = ROW_TILES * ACROSS, THREADS = 32 * WARPS;
// The odd number of quarters keeps lanes out of each other's banks.
constexpr int WIDE = STRIDE * TILE + 2 * HALO, PITCH = WIDE + 4;
// What four neighbouring points of the sum see of a channel, and where it begins.
constexpr int WINDOW = 3 * STRIDE + TAPS, FIRST = HALO - REACH, LOADS = roundUp(FIRST + WINDOW, 4) / 4;
constexpr int RING_FLOATS = RING * TAPS * 128, TAP_FLOATS = 8 * STEPS * PITCH + WARPS * RING_FLOATS;

DEVICE float sigmoid(float x) { return reciprocal(1.0f + powerOfTwo(-1.44269504f * x)); }

// The columns of a block with their neighbours, of all channels.
DEVICE void stageField(float *tile, const float *in, const float *other, int sample, int x0, size_t columns) {
  constexpr int QUARTERS = WIDE / 4, LINE = STRIDE * N;
#pragma unroll 4
  for (int q = threadIdx.x; q < 8 * STEPS * QUARTERS; q += THREADS) {
    const int c = q / QUARTERS, at = 4 * (q % QUARTERS);
    int x = STRIDE * x0 - HALO + at;
    x = x < 0 ? x + LINE : x >= LINE ? x - LINE : x;
    float *to = tile + c * PITCH + at;
    if (c >= CIN) {
      store4(to, 0.0f, 0.0f, 0.0f, 0.0f);
    } else if (!JOINED) {
      copyAhead4(to, in + STRIDE * (c * columns) + (size_t)sample * LINE + x);
    } else if (c < CIN / 2) {
      float2 v = load2(in + c * (columns / 2) + (size_t)sample * (N / 2) + x / 2);
      store4(to, v.x, v.x, v.y, v.y);
    } else {
      copyAhead4(to, other + (c - CIN / 2) * columns + (size_t)sample * N + x);
    }
  }
}

struct Ring {
  float *mine;
  const float *from;

  DEVICE void fetch(int step) {
    if (step < STEPS) {
#pragma unroll
      for (int t = 0; t < TAPS; t++) copyAhead4(mine + (step % RING * TAPS + t) * 128, from + (step * TAPS + t) * 128);
    }
    endBatch();
  }

  DEVICE void begin() {
    for (int step = 0; step < RING; step++) fetch(step);
  }
};

// What the products of 8 channels take, as it lies in shared memory. Requested one step ahead.
struct Operands {
  float4 w[TAPS], v[2][LOADS];

  DEVICE void load(const Ring &ring, const float *field, int step) {
#pragma unroll
    for (int t = 0; t < TAPS; t++) w[t] = load4(ring.mine + (step % RING * TAPS + t) * 128);
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int n = 0; n < LOADS; n++) v[h][n] = load4(field + (8 * step + 4 * h) * PITCH + 4 * n);
  }

  DEVICE void multiplyTo(float (&sum)[4][4]) const {
    // Points of the tiles j and taps t, by j STRIDE + t.
    Right seen[WINDOW];
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int i = 0; i < WINDOW; i++) seen[i].set(h, part(v[h][(FIRST + i) / 4], (FIRST + i) % 4));
#pragma unroll
    for (int t = 0; t < TAPS; t++) {
      Left a;
#pragma unroll
      for (int e = 0; e < 4; e++) a.setRounded(e, part(w[t], e));
#pragma unroll
      for (int j = 0; j < 4; j++) product(sum[j], a, seen[STRIDE * j + t]);
    }
  }
};

KERNEL void __launch_bounds__(THREADS)
    taps(const float *in, const float *other, const float *weights, const float *bias, const float *scale, const float *add,
         float *out, float *second, float *dots, size_t columns) {
  DYNAMIC_SHARED(shared);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  const int rows = blockIdx.y * ROW_TILES + warp / ACROSS, wx = 32 * (warp % ACROSS);
  const int sample = blockIdx.x / (N / TILE), x0 = blockIdx.x % (N / TILE) * TILE;
  Ring ring{shared + 8 * STEPS * PITCH + warp * RING_FLOATS + 4 * lane, weights + (size_t)rows * STEPS * TAPS * 128 + 4 * lane};
  if (EARLY) ring.begin();
  awaitPredecessor();
  if (!EARLY) ring.begin();
  stageField(shared, in, other, sample, x0, columns);
  awaitCopies();
  __syncthreads();

  float sum[4][4];
#pragma unroll
  for (int j = 0; j < 4; j++)
#pragma unroll
    for (int e = 0; e < 4; e++) sum[j][e] = 0.0f;
  const float *field = shared + tid * PITCH + STRIDE * (wx + columnsOf(row));
  Operands now, next;
  now.load(ring, field, 0);
#pragma unroll 2
  for (int k = 0; k < STEPS; k++) {
    awaitBatchesBut<RING - 2>();
    if (k + 1 < STEPS) next.load(ring, field, k + 1);
    ring.fetch(k + RING);
    now.multiplyTo(sum);
    now = next;
  }

  const float factor = scale ? *scale : 1.0f;
  const size_t first = (size_t)sample * N + x0 + wx;
  float dot = 0.0f;
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const int o = 16 * rows + 8 * h + row;
    const bool there = o < COUT;
    const float b = TO <= GATE && bias && there ? bias[o] : 0.0f;
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
      } else if (TO == GATE) {
        const float4 f = load4(shared + o * PITCH + wx + 16 * s + 4 * tid);
        float g[4];
#pragma unroll
        for (int j = 0; j < 4; j++) g[j] = sigmoid(v[j]);
        store4(out + at, g[0], g[1], g[2], g[3]);
        store4(second + at, g[0] * f.x, g[1] * f.y, g[2] * f.z, g[3] * f.w);
      } else if (TO == UNGATE) {
        const float4 g = load4(other + at), t = load4(add + at);
        float before[4], ofFactor[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
          const float d = factor * v[j];
          before[j] = d * part(t, j) * (1.0f - part(g, j));
          ofFactor[j] = d * part(g, j);
          dot += v[j] * part(t, j);
        }
        store4(out + at, before[0], before[1], before[2], before[3]);
        store4(second + at, ofFactor[0], ofFactor[1], ofFactor[2], ofFactor[3]);
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
  if (TO == UNGATE || TO == END) {
    if (TO == END && blockIdx.y == 0)
      for (int q = threadIdx.x; q < CIN * TILE; q += THREADS) dot += bias[q / TILE] * shared[q / TILE * PITCH + q % TILE];
    __syncthreads();
    dot = sumOfThreads<THREADS>(dot, shared);
    if (threadIdx.x == 0) dots[blockIdx.y * gridDim.x + blockIdx.x] = dot;
  }
}
