// AdamW on flat vectors, with the norm of the gradient bounded first.
//
//   squares  partial[block] = sum of g^2 over the block's stretch
//   adamw    one update, which also clears the gradient
//
//   THREADS  threads in a block, a power of 2
//
// scalars are the learning rate and the two bias corrections 1 / (1 - beta^t) of this update.

KERNEL void squares(const float *g, float *partial, size_t count) {
  DYNAMIC_SHARED(shared);
  float sum = 0.0f;
  for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < count;
       i += (size_t)gridDim.x * THREADS)
    sum += g[i] * g[i];
  sum = sumOfBlock<THREADS>(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

KERNEL void adamw(float *p, float *first, float *second, float *g, const float *partial, int parts,
                  const float *scalars, float decay, float clip, size_t count) {
  DYNAMIC_SHARED(shared);
  float sum = 0.0f;
  for (int i = threadIdx.x; i < parts; i += THREADS) sum += partial[i];
  const float norm = sqrtf(sumOfBlock<THREADS>(sum, shared));
  const float scale = clip > 0.0f ? fminf(1.0f, clip / (norm + 1e-6f)) : 1.0f;
  const float rate = scalars[0], correct1 = scalars[1], correct2 = scalars[2];
  for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < count;
       i += (size_t)gridDim.x * THREADS) {
    float gradient = g[i] * scale;
    float m = 0.9f * first[i] + 0.1f * gradient;
    float v = 0.999f * second[i] + 0.001f * gradient * gradient;
    first[i] = m;
    second[i] = v;
    p[i] = p[i] * (1.0f - rate * decay) - rate * correct1 * m / (sqrtf(v * correct2) + 1e-8f);
    g[i] = 0.0f;
  }
}
