// Puts samples of states that ran away back on the truth, [sample][count] both, count a multiple of 4:
//
//   sizes  the sums of squares of each sample, of the states and behind them of the truth
//   guard  v[b] = truth[b] unless mean(v[b]^2) / (most mean(truth^2) + floor) < 1; so also where it is no number
//
//   THREADS  a power of 2, at least 32

DEVICE float sumOfSquares(const float *of, int count) {
  float sum = 0.0f;
#pragma unroll 4
  for (int i = 4 * threadIdx.x; i < count; i += 4 * THREADS) {
    float4 v = load4(of + i);
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  return sum;
}

KERNEL void __launch_bounds__(THREADS)
    sizes(const float *v, const float *truth, float *sums, int count) {
  DYNAMIC_SHARED(scratch);
  awaitPredecessor();
  const int b = blockIdx.x;
  const float mine = sumOfSquares(v + (size_t)b * count, count);
  const float real = sumOfSquares(truth + (size_t)b * count, count);
  const float allMine = sumOfThreads<THREADS>(mine, scratch);
  const float allReal = sumOfThreads<THREADS>(real, scratch);
  if (threadIdx.x == 0) {
    sums[b] = allMine;
    sums[gridDim.x + b] = allReal;
  }
}

KERNEL void __launch_bounds__(THREADS)
    guard(float *v, const float *truth, const float *sums, int count, float most, float floor) {
  DYNAMIC_SHARED(scratch);
  awaitPredecessor();
  const int b = blockIdx.x, samples = gridDim.x;
  float all = 0.0f;
  for (int i = threadIdx.x; i < samples; i += THREADS) all += sums[samples + i];
  const float limit = most * (sumOfThreads<THREADS>(all, scratch) / samples / count) + floor;
  if (sums[b] / count / limit < 1.0f) return;
  for (int i = 4 * threadIdx.x; i < count; i += 4 * THREADS) {
    float4 real = load4(truth + (size_t)b * count + i);
    store4(v + (size_t)b * count + i, real.x, real.y, real.z, real.w);
  }
}
