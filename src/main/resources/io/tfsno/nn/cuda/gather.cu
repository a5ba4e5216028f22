// total[i] += sum_b partial[b][i]. A block has 32 sums and LAYERS threads for each; every thread adds
// its share of the parts, and the shares are added in their order.
//
//   LAYERS  threads for a sum

KERNEL void gather(const float *partial, float *total, int parts, int count) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  const int lane = threadIdx.x % 32, layer = threadIdx.x / 32, i = 32 * blockIdx.x + lane;
  float sum = 0.0f;
  if (i < count) {
#pragma unroll 8
    for (int b = layer; b < parts; b += LAYERS) sum += partial[(size_t)b * count + i];
  }
  shared[threadIdx.x] = sum;
  __syncthreads();
  if (layer == 0 && i < count) {
    for (int l = 1; l < LAYERS; l++) sum += shared[32 * l + lane];
    total[i] += sum;
  }
}
