// A gate and the step behind it, U <- U + dt C T with T = G S and G = sigmoid(W S + g), and the backward pass of both. A block has all
// channels of 32 columns: what the first product gives is in shared memory when the second wants it.
//
//   CIN  channels. For the rest see tapcore.cu, with AXES, TAPS and STRIDE 1; ROW_TILES may be fewer than there are, the warps
//        then take several in turn

constexpr int TILES = roundUp(CIN, 16) / 16, LOOPS = roundUp(TILES, ROW_TILES) / ROW_TILES;
constexpr int GATED_FLOATS = 2 * FIELD_FLOATS + WARPS * RING_FLOATS;

// A lane's columns of two rows of a tile: half a row apart by s, 8 rows by h.
struct Place {
  const int tile, row, tid;
  const size_t columns, first;

  DEVICE Place(int tile, size_t columns, size_t first)
      : tile(tile), row(threadIdx.x % 32 / 4), tid(threadIdx.x % 4), columns(columns), first(first) {}
  DEVICE int channel(int h) const { return 16 * tile + 8 * h + row; }
  DEVICE bool there(int h) const { return channel(h) < CIN; }
  DEVICE size_t global(int h, int s) const { return channel(h) * columns + first + 16 * s + 4 * tid; }
  DEVICE int shared(int h, int s) const { return channel(h) * PITCH + 16 * s + 4 * tid; }
  DEVICE float4 load(const float *field, int h, int s) const { return there(h) ? load4(field + global(h, s)) : zero4(); }

  // Where the second product finds it, with zeros for channels that are not there.
  DEVICE void keep(float *tile, int h, int s, const float (&v)[4]) const {
    if (channel(h) < 8 * STEPS)
      store4(tile + shared(h, s), there(h) ? v[0] : 0.0f, there(h) ? v[1] : 0.0f, there(h) ? v[2] : 0.0f, there(h) ? v[3] : 0.0f);
  }
};

// Tiles of the first product, then of the second, as a warp meets them; the weights of the next are under way while one is used.
struct Turns {
  Ring ring;
  const float *first, *second;

  DEVICE static int tile(int n) { return n % LOOPS * ROW_TILES + threadIdx.x / 32; }
  // A warp may have nothing to do in the last turn of a product.
  DEVICE void begin(int n) {
    if (tile(n) >= TILES) n++;
    if (n < 2 * LOOPS) ring.begin(n < LOOPS ? first : second, tile(n));
  }
  DEVICE void run(int n, float (&sum)[4][4], const float *field) {
    awaitCopies();
    sumUp(sum, ring, field + threadIdx.x % 4 * PITCH + columnsOf(threadIdx.x % 32 / 4));
    begin(n + 1);
  }
};

DEVICE float sigmoid(float x) { return reciprocal(1.0f + powerOfTwo(-1.44269504f * x)); }

KERNEL void __launch_bounds__(THREADS, 1)
    gateStep(const float *s, const float *u, const float *gateWeights, const float *stepWeights, const float *bias, const float *dt,
             float *gate, float *field, float *out, size_t columns) {
  DYNAMIC_SHARED(shared);
  const Patch patch(blockIdx.x);
  const size_t first = patch.column(0);
  float *between = shared + FIELD_FLOATS;
  Turns turns{Ring(shared + 2 * FIELD_FLOATS), gateWeights, stepWeights};
  turns.begin(0);
  awaitPredecessor();
  stageField(shared, s, s, patch, columns);
  float4 base[LOOPS][2][2];
#pragma unroll
  for (int n = 0; n < LOOPS; n++)
#pragma unroll
    for (int e = 0; e < 4; e++) base[n][e / 2][e % 2] = Place(Turns::tile(n), columns, first).load(u, e / 2, e % 2);
  awaitCopies();
  __syncthreads();
  float sum[4][4];
#pragma unroll
  for (int n = 0; n < LOOPS; n++) {
    const Place at(Turns::tile(n), columns, first);
    if (at.tile >= TILES) continue;
    turns.run(n, sum, shared);
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const float b = at.there(h) ? bias[at.channel(h)] : 0.0f;
#pragma unroll
      for (int q = 0; q < 2; q++) {
        const float4 f = at.there(h) ? load4(shared + at.shared(h, q)) : zero4();
        float g[4], t[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
          g[j] = sigmoid(sum[j][2 * h + q] + b);
          t[j] = g[j] * part(f, j);
        }
        at.keep(between, h, q, t);
        if (at.there(h)) {
          store4(gate + at.global(h, q), g[0], g[1], g[2], g[3]);
          store4(field + at.global(h, q), t[0], t[1], t[2], t[3]);
        }
      }
    }
  }
  __syncthreads();
  const float factor = *dt;
#pragma unroll
  for (int n = 0; n < LOOPS; n++) {
    const Place at(Turns::tile(n), columns, first);
    if (at.tile >= TILES) continue;
    turns.run(LOOPS + n, sum, between);
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int q = 0; q < 2; q++) {
        const float4 a = base[n][h][q];
        if (at.there(h))
          store4(out + at.global(h, q), a.x + factor * sum[0][2 * h + q], a.y + factor * sum[1][2 * h + q],
                 a.z + factor * sum[2][2 * h + q], a.w + factor * sum[3][2 * h + q]);
      }
  }
}

// From the gradient of the step's result to those of the sigmoid's argument and of S. dots gets each block's part of the gradient
// of dt.
KERNEL void __launch_bounds__(THREADS, 1)
    gateStepBack(const float *gradient, const float *gate, const float *field, const float *stepWeights, const float *gateWeights,
                 const float *dt, float *ofArgument, float *out, float *dots, size_t columns) {
  DYNAMIC_SHARED(shared);
  const Patch patch(blockIdx.x);
  const size_t first = patch.column(0);
  float *between = shared + FIELD_FLOATS;
  Turns turns{Ring(shared + 2 * FIELD_FLOATS), stepWeights, gateWeights};
  turns.begin(0);
  awaitPredecessor();
  stageField(shared, gradient, gradient, patch, columns);
  float4 g[LOOPS][2][2], t[LOOPS][2][2];
#pragma unroll
  for (int n = 0; n < LOOPS; n++)
#pragma unroll
    for (int e = 0; e < 4; e++) {
      const Place at(Turns::tile(n), columns, first);
      g[n][e / 2][e % 2] = at.load(gate, e / 2, e % 2);
      t[n][e / 2][e % 2] = at.load(field, e / 2, e % 2);
    }
  const float factor = *dt;
  awaitCopies();
  __syncthreads();
  float sum[4][4], ofFactor[LOOPS][4][4], dot = 0.0f;
#pragma unroll
  for (int n = 0; n < LOOPS; n++) {
    const Place at(Turns::tile(n), columns, first);
    if (at.tile >= TILES) continue;
    turns.run(n, sum, shared);
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int q = 0; q < 2; q++) {
        float before[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
          const float v = sum[j][2 * h + q], d = factor * v, gj = part(g[n][h][q], j), tj = part(t[n][h][q], j);
          before[j] = d * tj * (1.0f - gj);
          ofFactor[n][j][2 * h + q] = d * gj;
          dot += v * tj;
        }
        at.keep(between, h, q, before);
        if (at.there(h)) store4(ofArgument + at.global(h, q), before[0], before[1], before[2], before[3]);
      }
  }
  __syncthreads();
#pragma unroll
  for (int n = 0; n < LOOPS; n++) {
    const Place at(Turns::tile(n), columns, first);
    if (at.tile >= TILES) continue;
    turns.run(LOOPS + n, sum, between);
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int q = 0; q < 2; q++) {
        const int e = 2 * h + q;
        if (at.there(h))
          store4(out + at.global(h, q), ofFactor[n][0][e] + sum[0][e], ofFactor[n][1][e] + sum[1][e], ofFactor[n][2][e] + sum[2][e],
                 ofFactor[n][3][e] + sum[3][e]);
      }
  }
  // Nobody reads the first field any more.
  dot = sumOfThreads<THREADS>(dot, shared);
  if (threadIdx.x == 0) dots[blockIdx.x] = dot;
}
