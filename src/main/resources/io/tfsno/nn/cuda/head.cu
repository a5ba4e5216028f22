// The projection at the end, h = Q0 v + q0, out = Q1 gelu(h) + q1, without storing h:
//
//   head        out[c][l]
//   headField   gv[i][l]  = sum_j Q0[j][i] gh[j][l],  gh[j][l] = gelu'(h[j][l]) sum_c Q1[c][j] gout[c][l]
//   headWeight  sums over the columns of a block for the gradients of Q0, q0, Q1 and q1
//
//   CIN  channels of v     HIDDEN  rows of Q0     COUT  rows of Q1     WARPS

constexpr int INS = roundUp(CIN, 8), STEPS = INS / 8;
// Rows of h in whole tiles: those beyond HIDDEN are zero in Q0, q0 and Q1, and leave no trace.
constexpr int ROWS = roundUp(HIDDEN, 16), TILES = ROWS / 16;

// Q0 in one or two orders, then q0 and Q1.
constexpr int HEAD_FLOATS = ROWS * (INS + 1 + COUT), HEAD_FIELD_FLOATS = HEAD_FLOATS + ROWS * INS;

DEVICE bool present(int j) { return HIDDEN == ROWS || j < HIDDEN; }

// Q0 with zeros for channels and rows that are not there.
struct FirstMap {
  const float *q0;
  DEVICE float operator()(int j, int c) const { return c < CIN && present(j) ? q0[j * CIN + c] : 0.0f; }
};

DEVICE void stageRest(float *to, const float *b0, const float *q1) {
  for (int i = threadIdx.x; i < ROWS; i += 32 * WARPS) to[i] = present(i) ? b0[i] : 0.0f;
  for (int i = threadIdx.x; i < ROWS * COUT; i += 32 * WARPS)
    to[ROWS + i] = present(i % ROWS) ? q1[i - i / ROWS * (ROWS - HIDDEN)] : 0.0f;
  __syncthreads();
}

// The rows 16 t .. 16 t + 15 of h for 32 columns, in the lanes' order: columns 4 tid + j in
// sum[j][0, 2] and 16 + 4 tid + j in sum[j][1, 3].
DEVICE void hidden(float (&sum)[4][4], const Right (&z)[STEPS][4], const float *q0,
                   const float *b0, int t, int lane) {
#pragma unroll
  for (int h = 0; h < 2; h++) {
    float b = b0[16 * t + 8 * h + lane / 4];
#pragma unroll
    for (int j = 0; j < 4; j++) sum[j][2 * h] = sum[j][2 * h + 1] = b;
  }
#pragma unroll
  for (int k = 0; k < STEPS; k++) {
    Left w = loadLeft(q0 + ((t * STEPS + k) * 32 + lane) * 4);
#pragma unroll
    for (int j = 0; j < 4; j++) product(sum[j], w, z[k][j]);
  }
}

DEVICE void loadField(Right (&z)[STEPS][4], const Field *v, size_t columns, size_t at, int row,
                      int tid) {
#pragma unroll
  for (int k = 0; k < STEPS; k++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int c = 8 * k + 4 * h + tid;
      Four<Field> f;
      if (c < CIN) f = Four<Field>(v + c * columns + at + columnsOf(row));
#pragma unroll
      for (int j = 0; j < 4; j++) z[k][j].setStored<Field>(h, f.at(j));
    }
}

KERNEL void __launch_bounds__(32 * WARPS)
    head(const Field *v, const float *q0, const float *b0, const float *q1, const float *b1,
         float *out, size_t columns) {
  DYNAMIC_SHARED(shared);
  stageLeft<ROWS, INS, WARPS>(shared, FirstMap{q0});
  stageRest(shared + ROWS * INS, b0, q1);
  awaitPredecessor();
  const float *bias = shared + ROWS * INS, *last = bias + ROWS;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (size_t at = 32 * ((size_t)blockIdx.x * WARPS + warp); at < columns;
       at += 32 * (size_t)gridDim.x * WARPS) {
    Right z[STEPS][4];
    loadField(z, v, columns, at, row, tid);
    float total[COUT][8];
#pragma unroll
    for (int c = 0; c < COUT; c++)
#pragma unroll
      for (int n = 0; n < 8; n++) total[c][n] = 0.0f;
    for (int t = 0; t < TILES; t++) {
      float sum[4][4];
      hidden(sum, z, shared, bias, t, lane);
#pragma unroll
      for (int h = 0; h < 2; h++)
#pragma unroll
        for (int n = 0; n < 8; n++) {
          float a = gelu(sum[n % 4][2 * h + n / 4]);
#pragma unroll
          for (int c = 0; c < COUT; c++)
            total[c][n] += last[c * ROWS + 16 * t + 8 * h + row] * a;
        }
    }
#pragma unroll
    for (int c = 0; c < COUT; c++)
#pragma unroll
      for (int n = 0; n < 8; n++)
#pragma unroll
        for (int d = 4; d < 32; d *= 2) total[c][n] += shuffleXor(total[c][n], d);
    if (row == 0) {
#pragma unroll
      for (int c = 0; c < COUT; c++) {
        float b = b1[c];
        float *to = out + c * columns + at + 4 * tid;
        store4(to, total[c][0] + b, total[c][1] + b, total[c][2] + b, total[c][3] + b);
        store4(to + 16, total[c][4] + b, total[c][5] + b, total[c][6] + b, total[c][7] + b);
      }
    }
  }
}

// Works on the transpose, columns as rows, 16 at a time: then the sum over j runs along the
// registers that hold gh.
KERNEL void __launch_bounds__(32 * WARPS)
    headField(const Field *v, const float *q0, const float *b0, const float *q1, const float *gout,
              Field *gv, size_t columns) {
  DYNAMIC_SHARED(shared);
  float *forward = shared, *back = shared + ROWS * INS;
  const FirstMap first{q0};
  stageRight<INS, ROWS, WARPS>(forward, [&](int c, int j) { return first(j, c); });
  // A lane has gh of the hidden rows 2 tid and 2 tid + 1 of a tile.
  stageRight<ROWS, INS, WARPS>(
      back, [&](int r, int c) { return first(r / 8 * 8 + 2 * (r % 4) + r / 4 % 2, c); });
  stageRest(back + ROWS * INS, b0, q1);
  awaitPredecessor();
  const float *bias = back + ROWS * INS, *last = bias + ROWS;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  for (size_t at = 16 * ((size_t)blockIdx.x * WARPS + warp); at < columns;
       at += 16 * (size_t)gridDim.x * WARPS) {
    Left z[STEPS];
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int c = 8 * k + tid + 4 * (e / 2);
        z[k].setStored<Field>(e, c < CIN ? load1(v + c * columns + at + row + 8 * (e % 2)) : 0.0f);
      }
    float g[COUT][2];
#pragma unroll
    for (int c = 0; c < COUT; c++)
#pragma unroll
      for (int h = 0; h < 2; h++) g[c][h] = gout[c * columns + at + row + 8 * h];
    float sum[STEPS][4];
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int e = 0; e < 4; e++) sum[k][e] = 0.0f;

#pragma unroll 2
    for (int j = 0; j < ROWS; j += 8) {
      // h of columns (row, row + 8) and hidden rows j + 2 tid, j + 2 tid + 1
      float h[4];
      h[0] = h[2] = bias[j + 2 * tid];
      h[1] = h[3] = bias[j + 2 * tid + 1];
#pragma unroll
      for (int k = 0; k < STEPS; k++) {
        Right w = loadRight(forward + ((j / 8 * STEPS + k) * 32 + lane) * 2);
        product(h, z[k], w);
      }
      // As a left factor the summed index is j + 2 tid for one half and j + 2 tid + 1 for the other.
      Left gh;
#pragma unroll
      for (int e = 0; e < 4; e++) {
        float slope = geluSlope(h[2 * (e % 2) + e / 2]), out = 0.0f;
#pragma unroll
        for (int c = 0; c < COUT; c++)
          out += last[c * ROWS + j + 2 * tid + e / 2] * g[c][e % 2];
        gh.set(e, slope * out);
      }
#pragma unroll
      for (int k = 0; k < STEPS; k++) {
        Right w = loadRight(back + ((k * (ROWS / 8) + j / 8) * 32 + lane) * 2);
        product(sum[k], gh, w);
      }
    }
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        int c = 8 * k + 2 * tid + e % 2;
        if (c < CIN) store1(gv + c * columns + at + row + 8 * (e / 2), sum[k][e]);
      }
  }
}

// A warp keeps UNIT tiles of 16 hidden rows and meets all columns of its block. What it sums, for each
// hidden row: CIN numbers for Q0, one for q0, COUT for Q1; then COUT numbers for q1.
constexpr int WIDTH = CIN + 1 + COUT, UNIT = TILES % 2 == 0 && PRODUCTS == 1 ? 2 : 1;
// 12 warps on a multiprocessor leave each the registers that it needs with TF32 products and 64 channels.
constexpr int WEIGHT_WARPS = TILES / UNIT;
constexpr int TOGETHER = PRODUCTS == 1 && CIN <= 64 && WEIGHT_WARPS < 12 ? 12 / WEIGHT_WARPS : 1;

KERNEL void __launch_bounds__(32 * WEIGHT_WARPS, TOGETHER)
    headWeight(const Field *v, const float *q0, const float *b0, const float *q1,
               const float *gout, float *partial, size_t columns) {
  DYNAMIC_SHARED(shared);
  stageLeft<ROWS, INS, WEIGHT_WARPS>(shared, FirstMap{q0});
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = lane / 4, tid = lane % 4;
  float sum[UNIT][STEPS][4], bias[UNIT][2], last[UNIT][COUT][2], out[COUT];
  float b[UNIT][2], q[UNIT][COUT][2];
#pragma unroll
  for (int u = 0; u < UNIT; u++) {
    const int top = 16 * (UNIT * warp + u) + row;
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int e = 0; e < 4; e++) sum[u][k][e] = 0.0f;
#pragma unroll
    for (int h = 0; h < 2; h++) {
      b[u][h] = present(top + 8 * h) ? b0[top + 8 * h] : 0.0f;
      bias[u][h] = 0.0f;
#pragma unroll
      for (int c = 0; c < COUT; c++) {
        q[u][c][h] = present(top + 8 * h) ? q1[c * HIDDEN + top + 8 * h] : 0.0f;
        last[u][c][h] = 0.0f;
        out[c] = 0.0f;
      }
    }
  }

  awaitPredecessor();
  __syncthreads();
  for (size_t at = 32 * (size_t)blockIdx.x; at < columns; at += 32 * (size_t)gridDim.x) {
    Four<Field> f[STEPS][2];
#pragma unroll
    for (int k = 0; k < STEPS; k++)
#pragma unroll
      for (int s = 0; s < 2; s++) {
        int c = 8 * k + 4 * s + tid;
        if (c < CIN) f[k][s] = Four<Field>(v + c * columns + at + columnsOf(row));
      }
    float g[COUT][8];
#pragma unroll
    for (int c = 0; c < COUT; c++) {
      float4 low = load4(gout + c * columns + at + 4 * tid);
      float4 high = load4(gout + c * columns + at + 4 * tid + 16);
#pragma unroll
      for (int j = 0; j < 4; j++) {
        g[c][j] = part(low, j);
        g[c][4 + j] = part(high, j);
        if (warp == 0 && row == 0) out[c] += g[c][j] + part(high, j);
      }
    }

    float h[UNIT][4][4];
#pragma unroll
    for (int u = 0; u < UNIT; u++)
#pragma unroll
      for (int j = 0; j < 4; j++)
#pragma unroll
        for (int e = 0; e < 4; e++) h[u][j][e] = b[u][e / 2];
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
      Right z[4];
#pragma unroll
      for (int j = 0; j < 4; j++) {
        z[j].setStored<Field>(0, f[k][0].at(j));
        z[j].setStored<Field>(1, f[k][1].at(j));
      }
#pragma unroll
      for (int u = 0; u < UNIT; u++) {
        Left w = loadLeft(shared + (((UNIT * warp + u) * STEPS + k) * 32 + lane) * 4);
#pragma unroll
        for (int j = 0; j < 4; j++) product(h[u][j], w, z[j]);
      }
    }

    Left gh[UNIT][4];
#pragma unroll
    for (int u = 0; u < UNIT; u++)
#pragma unroll
      for (int j = 0; j < 4; j++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
          // (row + 8 half, column 4 tid + j or 16 + 4 tid + j)
          int half = e % 2, column = j + 4 * (e / 2);
          Gelu active(h[u][j][2 * half + e / 2]);
          float back = 0.0f;
#pragma unroll
          for (int c = 0; c < COUT; c++) {
            back += q[u][c][half] * g[c][column];
            last[u][c][half] += active.value * g[c][column];
          }
          float d = active.slope * back;
          bias[u][half] += d;
          gh[u][j].set(e, d);
        }

    // The same field, with columns where the products of gh want them.
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
      int c = 8 * k + row;
      Four<Field> low, high;
      if (c < CIN) {
        low = Four<Field>(v + c * columns + at + 4 * tid);
        high = Four<Field>(v + c * columns + at + 4 * tid + 16);
      }
#pragma unroll
      for (int j = 0; j < 4; j++) {
        Right z;
        z.setStored<Field>(0, low.at(j));
        z.setStored<Field>(1, high.at(j));
#pragma unroll
        for (int u = 0; u < UNIT; u++) product(sum[u][k], gh[u][j], z);
      }
    }
  }

  float *to = partial + (size_t)blockIdx.x * (HIDDEN * WIDTH + COUT);
#pragma unroll
  for (int u = 0; u < UNIT; u++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      int j = 16 * (UNIT * warp + u) + 8 * half + row;
#pragma unroll
      for (int k = 0; k < STEPS; k++)
#pragma unroll
        for (int e = 0; e < 2; e++) {
          int c = 8 * k + 2 * tid + e;
          if (c < CIN && present(j)) to[j * CIN + c] = sum[u][k][2 * half + e];
        }
      float d = bias[u][half];
      d += shuffleXor(d, 1);
      d += shuffleXor(d, 2);
      if (tid == 0 && present(j)) to[HIDDEN * CIN + j] = d;
#pragma unroll
      for (int c = 0; c < COUT; c++) {
        float a = last[u][c][half];
        a += shuffleXor(a, 1);
        a += shuffleXor(a, 2);
        if (tid == 0 && present(j)) to[HIDDEN * (CIN + 1) + c * HIDDEN + j] = a;
      }
    }
#pragma unroll
  for (int c = 0; c < COUT; c++) {
    float a = out[c];
    a += shuffleXor(a, 1);
    a += shuffleXor(a, 2);
    if (warp == 0 && lane == 0) to[HIDDEN * WIDTH + c] = a;
  }
}
