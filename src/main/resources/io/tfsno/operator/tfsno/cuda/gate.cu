// The gate of a spectral block, from the statistics of its input to MetaNet's last layer, which is in
// modes.cu. It follows on moments.cu.
//
//   statistics    eight numbers s for each sample, from its moments and its power P(k),  h = f(W1 s + b1)
//   look          moments, power, statistics and h at once, where a sample is small enough for one block
//   gateBack      with delta = a tanh(W2 h + b2), a = softplus(gain), y = (1 + delta) y0: gy0 = (1 + delta) gy,
//                 back = the gradient before tanh, and each mode's part of the gradients of h and a
//   gateLast      the gradients of W2 and b2
//   gateFinish    the gradients of s, of P(k) (times 2 m(k) / C, what X is multiplied by), of the moments, of what was
//                 given, and of the gain
//   gateWeight    those of W1 and b1
//
//   C, K         channels and modes                    FEATURES, MASK  numbers that MetaNet sees, and which of the eight (bit i)
//   EXTRA        how many of them come from elsewhere  given           those, [EXTRA][sample], behind the others
//   HID          hidden numbers, at most 64            ACT             f: 0 identity, 1 ReLU, 2 GELU, 3 SiLU
//   THREADS      a multiple of HID and of 32           LOOK_WARPS      of a block of look; 0 for moments and statistics
//
// Samples come first in h [sample][HID]; modes are [mode][channel][sample][re/im].

constexpr float EPS_SPREAD = 1e-4f;
constexpr int CHUNK = 8, WIDE = 32, SLICES = THREADS / HID;
constexpr int OWN = FEATURES - EXTRA, ROOM = 8 + FEATURES;
enum { ENERGY, CENTROID, SPREAD_, CUBE, MEAN_WIDTH, EXCESS, CREST };

// Puts ROWS_ x COLUMNS_ numbers into rows that begin in different banks, all loads first.
template <int ROWS_, int COLUMNS_, int THREADS_, class Value>
DEVICE void stageRows(float *to, Value value) {
  constexpr int COUNT = ROWS_ * COLUMNS_, EACH = (COUNT + THREADS_ - 1) / THREADS_;
  float v[EACH];
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int i = threadIdx.x + THREADS_ * n;
    v[n] = i < COUNT ? value(i / COLUMNS_, i % COLUMNS_) : 0.0f;
  }
  afterLoads();
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int i = threadIdx.x + THREADS_ * n;
    if (i < COUNT) to[i / COLUMNS_ * (COLUMNS_ + 1) + i % COLUMNS_] = v[n];
  }
}

DEVICE float signedLog(float x) { return x < 0.0f ? -log1pf(-x) : log1pf(x); }

DEVICE float logistic(float x) { return 1.0f / (1.0f + expf(-x)); }

DEVICE float activation(float x) {
  if (ACT == 1) return fmaxf(x, 0.0f);
  if (ACT == 2) return gelu(x);
  if (ACT == 3) return x * logistic(x);
  return x;
}

DEVICE float activationSlope(float x) {
  if (ACT == 1) return x > 0.0f ? 1.0f : 0.0f;
  if (ACT == 2) return geluSlope(x);
  if (ACT == 3) return logistic(x) * (1.0f + x * (1.0f - logistic(x)));
  return 1.0f;
}

// Those of the eight that are used, one behind the other.
DEVICE int featureAt(int n) {
  int i = 0;
  for (int bits = MASK; bits > 0; i++, bits >>= 1)
    if ((bits & 1) && n-- == 0) break;
  return i;
}

// The warp that does this gets all sums; lanes share the modes, whose power is pitch apart.
DEVICE void ofSpectrum(float *s, const float *power, int pitch, const float *radius, float *context,
                       int b, int samples) {
  constexpr int EACH = (K + 31) / 32;
  const int lane = threadIdx.x % 32;
  float P[EACH], rho[EACH], energy = 0.0f, first = 0.0f;
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int k = lane + 32 * n;
    P[n] = k < K ? power[k * pitch] : 0.0f;
    rho[n] = k < K ? radius[k] : 0.0f;
    energy += P[n];
    first += rho[n] * P[n];
  }
  energy = sumOfWarp(energy);
  const float mu = sumOfWarp(first) / (energy + EPS);
  float second = 0.0f, third = 0.0f;
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    float d = rho[n] - mu, p = P[n] / (energy + EPS);
    second += d * d * p;
    third += d * d * d * p;
  }
  const float sigma = sqrtf(sumOfWarp(second) + EPS_SPREAD);
  third = sumOfWarp(third);
  if (lane == 0) {
    s[0] = logf(energy + EPS);
    s[1] = mu;
    s[2] = sigma;
    s[3] = signedLog(third / (sigma * sigma * sigma));
    context[ENERGY * samples + b] = energy;
    context[CENTROID * samples + b] = mu;
    context[SPREAD_ * samples + b] = sigma;
    context[CUBE * samples + b] = third;
  }
}

// Channels are pitch apart.
DEVICE void ofValues(float *s, const float *values, int pitch, float *context, int b, int samples) {
  const int lane = threadIdx.x % 32, rows = C * pitch;
  float width = 0.0f, steps = 0.0f, fourth = 0.0f, peak = 0.0f;
  for (int c = lane; c < C; c += 32) {
    const float *of = values + c * pitch;
    width += of[WIDTH * rows];
    steps += sqrtf(of[STEPS * rows] + EPS);
    fourth += of[FOURTH * rows];
    peak += sqrtf(of[PEAK * rows] + TINY);
  }
  width = sumOfWarp(width) / C;
  steps = sumOfWarp(steps) / C;
  const float excess = sumOfWarp(fourth) / C - 3.0f, crest = sumOfWarp(peak) / C;
  if (lane == 0) {
    s[4] = 0.5f * logf(width);
    s[5] = 0.5f * steps;
    s[6] = signedLog(excess);
    s[7] = log1pf(crest);
    context[MEAN_WIDTH * samples + b] = width;
    context[EXCESS * samples + b] = excess;
    context[CREST * samples + b] = crest;
  }
}

// One hidden number for each of the first threads, and one statistic for some of them. What they need of weights and
// tables is asked for when this is made, to be waited for together.
struct HiddenNumber {
  float w[FEATURES], sum, shift, scale;

  DEVICE HiddenNumber(const float *w1, const float *b1, const float *shifts, const float *scales) {
    const int j = threadIdx.x < HID ? threadIdx.x : 0;
    sum = b1[j];
#pragma unroll
    for (int i = 0; i < FEATURES; i++) w[i] = w1[j * FEATURES + i];
    const bool moved = shifts != nullptr && threadIdx.x < FEATURES;
    shift = moved ? shifts[threadIdx.x] : 0.0f;
    scale = moved ? scales[threadIdx.x] : 1.0f;
  }

  // From the eight statistics s, which have room for those that are used behind them.
  DEVICE void find(float *s, const float *given, float *seen, float *before, float *hidden, int b,
                   int samples) {
    float *used = s + 8;
    if (threadIdx.x < FEATURES) {
      float raw = EXTRA > 0 && threadIdx.x >= OWN ? given[(threadIdx.x - OWN) * samples + b]
                                                  : s[featureAt(threadIdx.x)];
      float value = (raw - shift) / scale;
      used[threadIdx.x] = value;
      seen[threadIdx.x * samples + b] = value;
    }
    __syncthreads();
    if (threadIdx.x < HID) {
#pragma unroll
      for (int i = 0; i < FEATURES; i++) sum += w[i] * used[i];
      before[b * HID + threadIdx.x] = sum;
      hidden[b * HID + threadIdx.x] = activation(sum);
    }
  }
};

#if LOOK_WARPS == 0
// Two warps for a sample.
KERNEL void __launch_bounds__(64)
    statistics(const float *power, const float *radius, const float *w1, const float *b1,
               const float *shift, const float *scale, const float *given, const float *values,
               float *context, float *seen, float *before, float *hidden, int samples) {
  DYNAMIC_SHARED(s);
  const int b = blockIdx.x;
  HiddenNumber number(w1, b1, shift, scale);
  awaitPredecessor();
  if (threadIdx.x < 32)
    ofSpectrum(s, power + b, samples, radius, context, b, samples);
  else
    ofValues(s, values + b, samples, context, b, samples);
  __syncthreads();
  number.find(s, given, seen, before, hidden, b, samples);
}
#else
constexpr int LOOK_THREADS = 32 * LOOK_WARPS;
constexpr int MODE_TURNS = (K + LOOK_WARPS - 1) / LOOK_WARPS, MODE_EACH = (C + 31) / 32;
static_assert(C * ROW_THREADS <= LOOK_THREADS, "look has threads for all rows of a sample");

// What a lane has of mode k of a sample, for its power.
DEVICE void loadMode(float2 *v, const float *x, int k, int b, int samples) {
#pragma unroll
  for (int e = 0; e < MODE_EACH; e++) {
    int c = threadIdx.x % 32 + 32 * e;
    v[e] = make_float2(0.0f, 0.0f);
    if (k < K && c < C) v[e] = load2(x + (((size_t)k * C + c) * samples + b) * 2);
  }
}

DEVICE float squareOfMode(const float2 *v) {
  float sum = 0.0f;
#pragma unroll
  for (int e = 0; e < MODE_EACH; e++) sum += v[e].x * v[e].x + v[e].y * v[e].y;
  return sumOfWarp(sum);
}

// One sample for each block. All that depends on no sum is asked for first, to be waited for together.
KERNEL void __launch_bounds__(LOOK_THREADS)
    look(const Field *z, const float *x, const float *multiplicity, const float *radius,
         const float *w1, const float *b1, const float *shift, const float *scale,
         const float *given, float *values, float *context, float *seen, float *before,
         float *hidden, int samples) {
  DYNAMIC_SHARED(s);
  float *radii = s + ROOM, *factors = radii + K, *powers = factors + K, *near = powers + K;
  const int b = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % ROW_THREADS;
  // All lanes of a warp add up together: those that have no row repeat the last one, unless that is so for
  // the whole warp.
  const int own = threadIdx.x / ROW_THREADS, channel = own < C ? own : C - 1;
  const bool someRow = 32 * warp / ROW_THREADS < C;
  const int row = channel * samples + b;
  const Field *from = z + (size_t)row * POINTS;
  HiddenNumber number(w1, b1, shift, scale);
  for (int k = threadIdx.x; k < K; k += LOOK_THREADS) {
    radii[k] = radius[k];
    factors[k] = multiplicity[k] / C;
  }
  awaitPredecessor();

  float d[EACH];
  float2 v[MODE_TURNS][MODE_EACH];
  if (someRow) loadRow(d, from, lane);
#pragma unroll
  for (int n = 0; n < MODE_TURNS; n++) loadMode(v[n], x, warp + LOOK_WARPS * n, b, samples);
  __syncthreads();
  if (someRow) {
    const Moments found = momentsOf(d, from, lane, nullptr);
    if (own < C && lane == 0) {
      found.store(values + row, C * samples);
      found.store(near + channel, C);
    }
  }
#pragma unroll
  for (int n = 0; n < MODE_TURNS; n++) {
    const int k = warp + LOOK_WARPS * n;
    if (k >= K) continue;
    const float square = squareOfMode(v[n]);
    if (threadIdx.x % 32 == 0) powers[k] = square * factors[k];
  }
  __syncthreads();
  if (warp == 0) ofSpectrum(s, powers, 1, radii, context, b, samples);
  if (warp == 1) ofValues(s, near, 1, context, b, samples);
  __syncthreads();
  number.find(s, given, seen, before, hidden, b, samples);
}
#endif

// A block has one mode, blockIdx.x, and CHUNK samples.
KERNEL void __launch_bounds__(THREADS)
    gateBack(const float *gy, const float *y0, const float *tanhs, const float *w2,
             const float *gain, float *gy0, float *back, float *ofHidden, float *ofGain,
             int samples) {
  DYNAMIC_SHARED(shared);
  float *near = shared, *w = near + C * (CHUNK + 1), *scratch = w + C * (HID + 1);
  const int k = blockIdx.x, first = CHUNK * blockIdx.y;
  const float alpha = gainOf(gain[0]);
  for (int i = threadIdx.x; i < C * HID; i += THREADS)
    w[i / HID * (HID + 1) + i % HID] = w2[(size_t)k * C * HID + i];
  awaitPredecessor();
  constexpr int EACH = (C * CHUNK + THREADS - 1) / THREADS;
  float2 up[EACH], plain[EACH];
  float t[EACH], sumOfGain = 0.0f;
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int i = threadIdx.x + THREADS * n, o = i / CHUNK, b = first + i % CHUNK;
    up[n] = plain[n] = make_float2(0.0f, 0.0f);
    t[n] = 0.0f;
    if (i < C * CHUNK && b < samples) {
      size_t at = ((size_t)k * C + o) * samples + b;
      up[n] = load2(gy + 2 * at);
      plain[n] = load2(y0 + 2 * at);
      t[n] = tanhs[at];
    }
  }
  afterLoads();
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int i = threadIdx.x + THREADS * n, o = i / CHUNK, b = first + i % CHUNK;
    if (i >= C * CHUNK) break;
    const float factor = 1.0f + alpha * t[n], ofDelta = plain[n].x * up[n].x + plain[n].y * up[n].y;
    const float g = ofDelta * alpha * (1.0f - t[n] * t[n]);
    sumOfGain += ofDelta * t[n];
    near[o * (CHUNK + 1) + i % CHUNK] = g;
    if (b < samples) {
      size_t at = ((size_t)k * C + o) * samples + b;
      store2(gy0 + 2 * at, up[n].x * factor, up[n].y * factor);
      back[at] = g;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < CHUNK * HID; i += THREADS) {
    int b = first + i / HID, j = i % HID;
    float sum = 0.0f;
#pragma unroll 8
    for (int o = 0; o < C; o++) sum += w[o * (HID + 1) + j] * near[o * (CHUNK + 1) + i / HID];
    if (b < samples) ofHidden[((size_t)k * samples + b) * HID + j] = sum;
  }
  sumOfGain = sumOfThreads<THREADS>(sumOfGain, scratch);
  if (threadIdx.x == 0) ofGain[k * gridDim.y + blockIdx.y] = sumOfGain;
}

// One mode for each block.
KERNEL void __launch_bounds__(THREADS)
    gateLast(const float *back, const float *hidden, float *gw2, int samples) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  constexpr int EACH = (C * HID + THREADS - 1) / THREADS;
  float *near = shared, *h = near + C * (WIDE + 1);
  const int k = blockIdx.x;
  float weights[EACH], bias = 0.0f;
#pragma unroll
  for (int n = 0; n < EACH; n++) weights[n] = 0.0f;
  for (int first = 0; first < samples; first += WIDE) {
    __syncthreads();
    stageRows<WIDE, HID, THREADS>(h, [&](int s, int j) {
      int b = first + s;
      return b < samples ? hidden[b * HID + j] : 0.0f;
    });
    stageRows<C, WIDE, THREADS>(near, [&](int o, int s) {
      int b = first + s;
      return b < samples ? back[((size_t)k * C + o) * samples + b] : 0.0f;
    });
    __syncthreads();
#pragma unroll
    for (int n = 0; n < EACH; n++) {
      int i = threadIdx.x + THREADS * n;
      if (i < C * HID) {
        const float *left = near + i / HID * (WIDE + 1), *right = h + i % HID;
#pragma unroll 8
        for (int b = 0; b < WIDE; b++) weights[n] += left[b] * right[b * (HID + 1)];
      }
    }
    if (threadIdx.x < C)
      for (int b = 0; b < WIDE; b++) bias += near[threadIdx.x * (WIDE + 1) + b];
  }
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int i = threadIdx.x + THREADS * n;
    if (i < C * HID) gw2[(size_t)k * C * HID + i] += weights[n];
  }
  if (threadIdx.x < C) gw2[(size_t)K * C * HID + k * C + threadIdx.x] += bias;
}

// ofHidden comes in parts, [part][sample][HID]. One sample for each block; one block more adds up the gradient of the gain.
KERNEL void __launch_bounds__(THREADS)
    gateFinish(const float *ofHidden, int partsOfHidden, const float *before, const float *w1, const float *scale,
               const float *context, const float *radius, const float *multiplicity,
               const float *ofGain, int gains, const float *gain, float *gainGradient,
               float *ofBefore, float *pull, float *spectral, float *ofGiven, int samples) {
  DYNAMIC_SHARED(shared);
  float *parts = shared, *g = parts + THREADS, *scratch = g + 8, *products = scratch + 32;
  const int b = blockIdx.x, j = threadIdx.x % HID;
  if (b == samples) {
    awaitPredecessor();
    float all = 0.0f;
    for (int i = threadIdx.x; i < gains; i += THREADS) all += ofGain[i];
    all = sumOfThreads<THREADS>(all, scratch);
    if (threadIdx.x == 0) gainGradient[0] += all * logistic(gain[0]);
    return;
  }
  constexpr int EACH = (K + THREADS - 1) / THREADS;
  float w[FEATURES], rho[EACH], share[EACH], sum = 0.0f;
#pragma unroll
  for (int i = 0; i < FEATURES; i++) w[i] = w1[j * FEATURES + i];
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int k = threadIdx.x + THREADS * n;
    rho[n] = k < K ? radius[k] : 0.0f;
    share[n] = k < K ? 2.0f * multiplicity[k] / C : 0.0f;
  }
  awaitPredecessor();
  // All that does not depend on sums is asked for now, to be waited for together.
  const float slope = activationSlope(before[b * HID + j]);
  const float energy = context[ENERGY * samples + b], total = energy + EPS;
  const float mu = context[CENTROID * samples + b], sigma = context[SPREAD_ * samples + b];
  const float T = context[CUBE * samples + b], M = sigma * sigma - EPS_SPREAD;
  const float width = context[MEAN_WIDTH * samples + b], crest = context[CREST * samples + b];
  const float excess = context[EXCESS * samples + b];
#pragma unroll 8
  for (int k = threadIdx.x / HID; k < partsOfHidden; k += SLICES)
    sum += ofHidden[((size_t)k * samples + b) * HID + j];
  parts[threadIdx.x] = sum;
  if (threadIdx.x < 8) g[threadIdx.x] = 0.0f;
  __syncthreads();
  if (threadIdx.x < HID) {
    sum = 0.0f;
    for (int n = 0; n < SLICES; n++) sum += parts[n * HID + j];
    sum *= slope;
    ofBefore[b * HID + j] = sum;
#pragma unroll
    for (int i = 0; i < FEATURES; i++) products[j * FEATURES + i] = sum * w[i];
  }
  __syncthreads();
  if (threadIdx.x < FEATURES) {
    sum = 0.0f;
    for (int i = 0; i < HID; i++) sum += products[i * FEATURES + threadIdx.x];
    if (scale != nullptr) sum /= scale[threadIdx.x];
    if (EXTRA > 0 && threadIdx.x >= OWN)
      ofGiven[(threadIdx.x - OWN) * samples + b] = sum;
    else
      g[featureAt(threadIdx.x)] = sum;
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    pull[b] = g[4] * 0.5f / (C * width);
    pull[samples + b] = g[5] * 0.25f / C;
    pull[2 * samples + b] = g[6] / (C * (1.0f + fabsf(excess)));
    pull[3 * samples + b] = g[7] * 0.5f / (C * (1.0f + crest));
  }
  // With p = P / (E + eps): mu = sum rho p, M = sum (rho - mu)^2 p, T = sum (rho - mu)^3 p.
  const float cube = sigma * sigma * sigma, ofSkew = g[3] / (1.0f + fabsf(T / cube));
  const float ofT = ofSkew / cube, ofM = (g[2] - 3.0f * ofSkew * T / (cube * sigma)) / (2.0f * sigma);
  const float ofMu = g[1] - 2.0f * mu * (1.0f - energy / total) * ofM - 3.0f * M * ofT;
  const float ofEnergy = g[0] - (ofMu * mu + ofM * M + ofT * T);
#pragma unroll
  for (int n = 0; n < EACH; n++) {
    int k = threadIdx.x + THREADS * n;
    float d = rho[n] - mu;
    float ofP = (ofEnergy + ofMu * rho[n] + (ofM + ofT * d) * d * d) / total;
    if (k < K) spectral[k * samples + b] = share[n] * ofP;
  }
}

// One number for each warp.
KERNEL void gateWeight(const float *ofBefore, const float *seen, float *gw1, int samples) {
  awaitPredecessor();
  const int i = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (i >= HID * (FEATURES + 1)) return;
  const bool bias = i >= HID * FEATURES;
  const int j = bias ? i - HID * FEATURES : i / FEATURES;
  const float *input = seen + i % FEATURES * samples;
  float sum = 0.0f;
#pragma unroll 4
  for (int b = lane; b < samples; b += 32) sum += ofBefore[b * HID + j] * (bias ? 1.0f : input[b]);
  sum = sumOfWarp(sum);
  if (lane == 0) gw1[i] += sum;
}
