// AdamW on flat vectors, with the norm of the gradient bounded first.
//
//   squares  partial[block] = sum of g^2 over the block's stretch
//   adamw    one update, which also clears the gradient
//
//   THREADS  threads in a block, a power of 2
//
// scalars are the learning rate and the two bias corrections 1 / (1 - beta^t) of this update. The
// vectors begin at multiples of 16 bytes.

KERNEL void squares(const float *g, float *partial, size_t count) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  float sum = 0.0f;
  const size_t fours = count / 4, first = (size_t)blockIdx.x * THREADS + threadIdx.x;
#pragma unroll 4
  for (size_t i = first; i < fours; i += (size_t)gridDim.x * THREADS) {
    float4 v = load4(g + 4 * i);
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  if (first < count % 4) sum += g[4 * fours + first] * g[4 * fours + first];
  sum = sumOfBlock<THREADS>(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

struct Update {
  float rate, keep, correct2, scale;

  DEVICE void apply(float &p, float &m, float &v, float g) const {
    float gradient = g * scale;
    m = 0.9f * m + 0.1f * gradient;
    v = 0.999f * v + 0.001f * gradient * gradient;
    p = p * keep - rate * m / (sqrtf(v * correct2) + 1e-8f);
  }
};

KERNEL void adamw(float *p, float *first, float *second, float *g, const float *partial, int parts,
                  const float *scalars, float decay, float clip, size_t count) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  float sum = 0.0f;
  for (int i = threadIdx.x; i < parts; i += THREADS) sum += partial[i];
  const float norm = sqrtf(sumOfBlock<THREADS>(sum, shared));
  Update update;
  update.scale = clip > 0.0f ? fminf(1.0f, clip / (norm + 1e-6f)) : 1.0f;
  update.rate = scalars[0] * scalars[1];
  update.keep = 1.0f - scalars[0] * decay;
  update.correct2 = scalars[2];
  const size_t fours = count / 4, start = (size_t)blockIdx.x * THREADS + threadIdx.x;
#pragma unroll 2
  for (size_t i = start; i < fours; i += (size_t)gridDim.x * THREADS) {
    float4 value = load4(p + 4 * i), m = load4(first + 4 * i), v = load4(second + 4 * i);
    const float4 gradient = load4(g + 4 * i);
    update.apply(value.x, m.x, v.x, gradient.x);
    update.apply(value.y, m.y, v.y, gradient.y);
    update.apply(value.z, m.z, v.z, gradient.z);
    update.apply(value.w, m.w, v.w, gradient.w);
    store4(p + 4 * i, value.x, value.y, value.z, value.w);
    store4(first + 4 * i, m.x, m.y, m.z, m.w);
    store4(second + 4 * i, v.x, v.y, v.z, v.w);
    store4(g + 4 * i, 0.0f, 0.0f, 0.0f, 0.0f);
  }
  if (start < count % 4) {
    size_t i = 4 * fours + start;
    update.apply(p[i], first[i], second[i], g[i]);
    g[i] = 0.0f;
  }
}
