// How the values of each channel of a sample are spread, with n points x of a periodic grid:
//
//   d = z - mean z,  W = mean d^2 + eps,  y = d / sqrt(W)
//   G = mean over axes of mean (y(x+1) - y(x))^2,  K = mean y^4,  P = max y^2,  T = mean y^3
//
//   moments      values[q][row] for q = mean, W, G, K, P, T, place of the peak; and, in further blocks, the power of the
//                kept modes, power[k][sample] = m(k) mean over channels of |x|^2, x [mode][channel][sample][re/im].
//                Where LOOK_WARPS is not 0, look does this, in gate.cu.
//   momentsBack  gz += the gradient through W, G, K, P, by the formulas of ValueMoments. It is given, for each
//                sample, the gradients of W and K, that of G times sqrt(G + eps), and that of P times sqrt(P + tiny).
//
//   N  points of an axis, a multiple of 4     AXES  1 or 2
//   ROW_THREADS  for a row of POINTS values   ROW_WARPS  in a block, of momentsBack or of rows of one warp
//
// Rows are [channel][sample].

constexpr int POINTS = AXES == 1 ? N : N * N, EACH = POINTS / ROW_THREADS;
constexpr float EPS = 1e-6f, TINY = 1e-12f;
enum { MEAN, WIDTH, STEPS, FOURTH, PEAK, THIRD, PLACE };

struct Peak {
  float value, place;

  DEVICE void meet(float otherValue, float otherPlace) {
    if (otherValue > value || (otherValue == value && otherPlace < place)) {
      value = otherValue;
      place = otherPlace;
    }
  }

  DEVICE void ofRow(float *shared) {
#pragma unroll
    for (int d = (ROW_THREADS < 32 ? ROW_THREADS : 32) / 2; d > 0; d /= 2) {
      float v = shuffleXor(value, d), p = shuffleXor(place, d);
      meet(v, p);
    }
    if (ROW_THREADS > 32) {
      if (threadIdx.x % 32 == 0) store2(shared + threadIdx.x / 32 * 2, value, place);
      __syncthreads();
      for (int w = 0; w < ROW_THREADS / 32; w++) meet(shared[2 * w], shared[2 * w + 1]);
      __syncthreads();
    }
  }
};

// The next or the previous point along the last axis or the first.
DEVICE int next(int i, int axis) {
  if (axis == 0) return i % N == N - 1 ? i - (N - 1) : i + 1;
  return i >= POINTS - N ? i - (POINTS - N) : i + N;
}

DEVICE int previous(int i, int axis) {
  if (axis == 0) return i % N == 0 ? i + (N - 1) : i - 1;
  return i < N ? i + (POINTS - N) : i - N;
}

struct Moments {
  float mean, width, steps, fourth, peak, third, place;

  DEVICE void store(float *to, int pitch) const {
    to[MEAN * pitch] = mean;
    to[WIDTH * pitch] = width;
    to[STEPS * pitch] = steps;
    to[FOURTH * pitch] = fourth;
    to[PEAK * pitch] = peak;
    to[THIRD * pitch] = third;
    to[PLACE * pitch] = place;
  }
};

// What thread t of a row has of it.
DEVICE void loadRow(float *d, const Field *from, int t) {
#pragma unroll
  for (int e = 0; e < EACH; e++) d[e] = load1(from + t + ROW_THREADS * e);
}

// All threads of a row get its moments. Modifies d.
DEVICE Moments momentsOf(float *d, const Field *from, int t, float *shared) {
  float sum = 0.0f;
#pragma unroll
  for (int e = 0; e < EACH; e++) sum += d[e];
  const float mean = sumOfThreads<ROW_THREADS>(sum, shared) / POINTS;
  float square = 0.0f, step = 0.0f;
#pragma unroll
  for (int e = 0; e < EACH; e++) {
#pragma unroll
    for (int axis = 0; axis < AXES; axis++) {
      float s = load1(from + next(t + ROW_THREADS * e, axis)) - d[e];
      step += s * s;
    }
    d[e] -= mean;
    square += d[e] * d[e];
  }
  const float width = sumOfThreads<ROW_THREADS>(square, shared) / POINTS + EPS;
  const float scale = rsqrtf(width);
  float third = 0.0f, fourth = 0.0f;
  Peak peak = {-1.0f, 0.0f};
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    float y = d[e] * scale, y2 = y * y;
    third += y2 * y;
    fourth += y2 * y2;
    peak.meet(y2, (float)(t + ROW_THREADS * e));
  }
  third = sumOfThreads<ROW_THREADS>(third, shared);
  fourth = sumOfThreads<ROW_THREADS>(fourth, shared);
  step = sumOfThreads<ROW_THREADS>(step / width, shared);
  peak.ofRow(shared);
  return {mean,       width,          step / (AXES * POINTS), fourth / POINTS,
          peak.value, third / POINTS, peak.place};
}

#if LOOK_WARPS == 0
DEVICE void powerOf(const float *x, const float *multiplicity, float *power, int i, int modes,
                    int channels, int samples) {
  if (i >= modes * samples) return;
  const int k = i / samples, b = i % samples;
  float sum = 0.0f;
#pragma unroll 8
  for (int c = 0; c < channels; c++) {
    float2 v = load2(x + (((size_t)k * channels + c) * samples + b) * 2);
    sum += v.x * v.x + v.y * v.y;
  }
  power[i] = sum * multiplicity[k] / channels;
}

KERNEL void moments(const Field *z, float *values, int rows, int rowBlocks, const float *x,
                    const float *multiplicity, float *power, int modes, int channels) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  if (blockIdx.x >= rowBlocks) {
    int i = (blockIdx.x - rowBlocks) * blockDim.x + threadIdx.x;
    powerOf(x, multiplicity, power, i, modes, channels, rows / channels);
    return;
  }
  const int row = ROW_THREADS == 32 ? blockIdx.x * ROW_WARPS + threadIdx.x / 32 : blockIdx.x;
  const int t = threadIdx.x % ROW_THREADS;
  if (row >= rows) return;
  const Field *from = z + (size_t)row * POINTS;
  float d[EACH];
  loadRow(d, from, t);
  const Moments found = momentsOf(d, from, t, shared);
  if (t == 0) found.store(values + row, rows);
}
#endif

KERNEL void momentsBack(const Field *z, const float *values, const float *pull, Field *gz, int rows,
                        int samples) {
  awaitPredecessor();
  const size_t first = 4 * ((size_t)blockIdx.x * 32 * ROW_WARPS + threadIdx.x);
  if (first >= (size_t)rows * POINTS) return;
  const int row = (int)(first / POINTS), b = row % samples, at = (int)(first % POINTS);
  const Field *from = z + (size_t)row * POINTS;
  const float mean = values[MEAN * rows + row], width = values[WIDTH * rows + row];
  const float G = values[STEPS * rows + row], P = values[PEAK * rows + row];
  const int place = (int)values[PLACE * rows + row];
  const float ofWidth = pull[b], ofSteps = pull[samples + b] * rsqrtf(G + EPS);
  const float ofFourth = pull[2 * samples + b], ofPeak = pull[3 * samples + b] * rsqrtf(P + TINY);

  const float scale = rsqrtf(width), share = scale / POINTS;
  const float along = 4.0f * ofFourth * values[FOURTH * rows + row] + 2.0f * (ofPeak * P + ofSteps * G);
  const float cubic = 4.0f * ofFourth * share, linear = (2.0f * ofWidth * width - along) * share;
  const float bend = -2.0f * ofSteps * share / AXES;
  const float atPeak = 2.0f * ofPeak * (load1(from + place) - mean) * scale * scale;
  const float level = -(cubic * values[THIRD * rows + row] + atPeak / POINTS);

  float4 g = load4(gz + first), v = load4(from + at);
  float sum[4];
#pragma unroll
  for (int e = 0; e < 4; e++) {
    int i = at + e;
    float y = (part(v, e) - mean) * scale, around = 0.0f;
#pragma unroll
    for (int axis = 0; axis < AXES; axis++)
      around += (load1(from + next(i, axis)) - part(v, e)) +
                (load1(from + previous(i, axis)) - part(v, e));
    sum[e] = cubic * y * y * y + linear * y + bend * around * scale + level;
    if (i == place) sum[e] += atPeak;
  }
  store4(gz + first, g.x + sum[0], g.y + sum[1], g.z + sum[2], g.w + sum[3]);
}
