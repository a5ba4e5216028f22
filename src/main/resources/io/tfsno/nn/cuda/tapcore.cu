// What the kernels of maps on periodic grids share (taps.cu, gated.cu): a block's columns in shared memory, and their products with
// weights. A warp has 16 rows of the result and 32 columns of it, points of a line or of a plane.
//
//   CIN        channels of the field
//   AXES       of the grid. On a plane a block's columns are a patch 16 points wide; without neighbours a plane is a line
//   TAPS       points of it along an axis that a point of the result sees: an odd number around it, or with STRIDE = TAPS a block of
//              its own
//   N          points of a line of the result, or of a row of a plane; a multiple of PATCH
//   LINES      rows of a plane, a multiple of PATCH_LINES; 1 for lines
//   TILE       columns of the result in a block, 32 or 64
//   ROW_TILES  16 rows each, of a block at a time
//   RING       steps of 8 channels whose weights are copied ahead, at least 2
//   JOINED     the first half of the channels are those of a field on half as many points along each axis, repeated; the rest are
//              other's
//
// The weights come in the order of the products (tapweights.cu). Each lane copies its own ahead into a ring, so no warp waits for
// another after the field is there.

constexpr int REACH = STRIDE == 1 ? TAPS / 2 : 0, HALO = REACH > 0 ? 4 : 0, TAP_LINES = AXES == 2 ? TAPS : 1;
constexpr int PATCH = AXES == 2 ? 16 : TILE, PATCH_LINES = TILE / PATCH;
// Rows of a plane for each of the result's, lines for each of a patch, and a line of it in shared memory.
constexpr int STRIDE_LINES = AXES == 2 ? STRIDE : 1, SEEN_LINES = STRIDE_LINES * PATCH_LINES + (AXES == 2 ? 2 * REACH : 0);
constexpr int WIDE = STRIDE * PATCH + 2 * HALO, LINE_PITCH = AXES == 2 && HALO > 0 ? WIDE + 4 : WIDE;
// Lanes keep out of each other's banks if these many quarters are odd; where rows of a patch are an odd number of quarters apart, if
// they are 2 more than a multiple of 4.
constexpr int PITCH =
    AXES == 2 && HALO > 0 ? roundUp(SEEN_LINES * LINE_PITCH - 8, 16) + 8 : SEEN_LINES * LINE_PITCH + 4;
constexpr int CHANNEL_STEPS = roundUp(CIN, 8) / 8, STEPS = CHANNEL_STEPS * TAP_LINES;
constexpr int ACROSS = TILE / 32, WARPS = ROW_TILES * ACROSS, THREADS = 32 * WARPS;
// What four neighbouring points of the sum see of a line of a channel, and where it begins.
constexpr int WINDOW = 3 * STRIDE + TAPS, FIRST = HALO - REACH, LOADS = roundUp(FIRST + WINDOW, 4) / 4;
constexpr int FIELD_FLOATS = 8 * CHANNEL_STEPS * PITCH, RING_FLOATS = RING * TAPS * 128;

// Where the columns of a block lie.
struct Patch {
  int sample, y0, x0;

  DEVICE explicit Patch(int block) {
    constexpr int WIDTH = N / PATCH, COUNT = WIDTH * (LINES / PATCH_LINES);
    sample = block / COUNT;
    y0 = block % COUNT / WIDTH * PATCH_LINES;
    x0 = block % WIDTH * PATCH;
  }

  // The place of one of them among all columns of the result.
  DEVICE size_t column(int c) const { return ((size_t)sample * LINES + y0 + c / PATCH) * N + x0 + c % PATCH; }
};

// Where a column begins that a lane sees, in a channel of the shared field.
DEVICE int seenFrom(int c) { return STRIDE_LINES * (c / PATCH) * LINE_PITCH + STRIDE * (c % PATCH); }

DEVICE int wrapped(int x, int points) { return x < 0 ? x + points : x >= points ? x - points : x; }

// The columns of a block with their neighbours, of all channels.
DEVICE void stageField(float *tile, const float *in, const float *other, const Patch &patch, size_t columns) {
  constexpr int QUARTERS = WIDE / 4, OF_CHANNEL = SEEN_LINES * QUARTERS;
  constexpr int ROW = STRIDE * N, ROWS = STRIDE_LINES * LINES, LESS = AXES == 2 ? 4 : 2;
#pragma unroll 4
  for (int q = threadIdx.x; q < 8 * CHANNEL_STEPS * OF_CHANNEL; q += THREADS) {
    const int c = q / OF_CHANNEL, line = q % OF_CHANNEL / QUARTERS, at = 4 * (q % QUARTERS);
    const int x = wrapped(STRIDE * patch.x0 - HALO + at, ROW);
    const int y = AXES == 2 ? wrapped(STRIDE * patch.y0 - REACH + line, ROWS) : 0;
    float *to = tile + c * PITCH + line * LINE_PITCH + at;
    if (c >= CIN) {
      store4(to, 0.0f, 0.0f, 0.0f, 0.0f);
    } else if (!JOINED) {
      copyAhead4(to, in + STRIDE * STRIDE_LINES * (c * columns) + ((size_t)patch.sample * ROWS + y) * ROW + x);
    } else if (c < CIN / 2) {
      const size_t row = AXES == 2 ? (size_t)patch.sample * (LINES / 2) + y / 2 : patch.sample;
      float2 v = load2(in + c * (columns / LESS) + row * (N / 2) + x / 2);
      store4(to, v.x, v.x, v.y, v.y);
    } else {
      copyAhead4(to, other + (c - CIN / 2) * columns + ((size_t)patch.sample * LINES + y) * N + x);
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

// What the products of 8 channels take with a line of taps, as it lies in shared memory. Requested one step ahead.
struct Operands {
  float4 w[TAPS], v[2][LOADS];

  DEVICE void load(const Ring &ring, const float *field, int step) {
#pragma unroll
    for (int t = 0; t < TAPS; t++) w[t] = load4(ring.mine + (step % RING * TAPS + t) * 128);
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int n = 0; n < LOADS; n++)
        v[h][n] = load4(field + (8 * (step / TAP_LINES) + 4 * h) * PITCH + step % TAP_LINES * LINE_PITCH + 4 * n);
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
