// total[i] += sum_b partial[b][i]

KERNEL void gather(const float *partial, float *total, int parts, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float sum = 0.0f;
#pragma unroll 8
  for (int b = 0; b < parts; b++) sum += partial[(size_t)b * count + i];
  total[i] += sum;
}
