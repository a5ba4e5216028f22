// Copies rows of a matrix, out[i] = from[rows[i] + later], each of WIDTH numbers, a multiple of 4.
//
//   THREADS    of a block, each with four numbers of a row

typedef long long Row;

KERNEL void __launch_bounds__(THREADS) take(const float4 *from, const Row *rows, float4 *out, int later) {
  awaitPredecessor();
  const int i = blockIdx.y * THREADS + threadIdx.x;
  if (i < WIDTH / 4) out[(size_t)blockIdx.x * (WIDTH / 4) + i] = from[(size_t)(rows[blockIdx.x] + later) * (WIDTH / 4) + i];
}
