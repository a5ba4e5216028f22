// What the kernels of maps on periodic lines share (taps.cu, gated.cu): a block's columns in shared memory, and their products with
// weights. A warp has 16 rows of the result and 32 columns of it.
//
//   CIN        channels of the field
//   TAPS       points of it that a point of the result sees: an odd number around it, or with STRIDE = TAPS a block of its own
//   N          points of a line of the result, a multiple of TILE
//   TILE       columns of the result in a block, 32 or 64
//   ROW_TILES  16 rows each, of a block at a time
//   RING       steps of 8 channels whose weights are copied ahead, at least 2
//   JOINED     the first half of the channels are those of a field on half as many points, each repeated; the rest are other's
//
// The weights come in the order of the products (tapweights.cu). Each lane copies its own ahead into a ring, so no warp waits for
// another after the field is there.

constexpr int REACH = STRIDE == 1 ? TAPS / 2 : 0, HALO = REACH > 0 ? 4 : 0;
constexpr int STEPS = roundUp(CIN, 8) / 8, ACROSS = TILE / 32, WARPS = ROW_TILES * ACROSS, THREADS = 32 * WARPS;
// The odd number of quarters keeps lanes out of each other's banks.
constexpr int WIDE = STRIDE * TILE + 2 * HALO, PITCH = WIDE + 4;
// What four neighbouring points of the sum see of a channel, and where it begins.
constexpr int WINDOW = 3 * STRIDE + TAPS, FIRST = HALO - REACH, LOADS = roundUp(FIRST + WINDOW, 4) / 4;
constexpr int FIELD_FLOATS = 8 * STEPS * PITCH, RING_FLOATS = RING * TAPS * 128;

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

  DEVICE explicit Ring(float *rings) : mine(rings + threadIdx.x / 32 * RING_FLOATS + threadIdx.x % 32 * 4), from(0) {}

  DEVICE void fetch(int step) {
    if (step < STEPS) {
#pragma unroll
      for (int t = 0; t < TAPS; t++) copyAhead4(mine + (step % RING * TAPS + t) * 128, from + (step * TAPS + t) * 128);
    }
    endBatch();
  }

  // Turns to a tile of 16 rows.
  DEVICE void begin(const float *weights, int tile) {
    from = weights + (size_t)tile * STEPS * TAPS * 128 + threadIdx.x % 32 * 4;
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

// The sums of the tile that a ring has begun with, over all channels; field is where a lane's own columns begin.
DEVICE void sumUp(float (&sum)[4][4], Ring &ring, const float *field) {
#pragma unroll
  for (int j = 0; j < 4; j++)
#pragma unroll
    for (int e = 0; e < 4; e++) sum[j][e] = 0.0f;
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
}
