// What all maps of a network on lines share: their weights on the way in, their gradients on the way out.
//
//   THREADS  of a block

typedef long long Long;

// Puts the weights of many maps into the order of taps.cu's products, rounded: [16 rows][8 channels][tap][lane][4]. A map is a row
// of eight numbers: where it begins in flat and in ordered, how many rows, channels and taps it has, and how far those stand apart.
KERNEL void __launch_bounds__(THREADS) orderWeights(const float *flat, const Long *maps, float *ordered) {
  const Long *map = maps + 8 * blockIdx.y;
  const int rows = (int)map[2], ins = (int)map[3], taps = (int)map[4], steps = roundUp(ins, 8) / 8;
  const float *from = flat + map[0];
  float *to = ordered + map[1];
  const Long apart = map[5], insApart = map[6], tapsApart = map[7];
  awaitPredecessor();
  for (int q = blockIdx.x * THREADS + threadIdx.x; q < roundUp(rows, 16) / 16 * steps * taps * 32; q += gridDim.x * THREADS) {
    const int lane = q % 32, tap = q / 32 % taps, tile = q / 32 / taps;
    const int r = 16 * (tile / steps) + lane / 4, c = 8 * (tile % steps) + lane % 4;
    float v[4];
#pragma unroll
    for (int e = 0; e < 4; e++) {
      const int o = r + 8 * (e % 2), i = c + 4 * (e / 2);
      v[e] = o < rows && i < ins ? rounded(from[o * apart + i * insApart + tap * tapsApart]) : 0.0f;
    }
    store4(to + 4 * (size_t)q, v[0], v[1], v[2], v[3]);
  }
}

// total[i] += sum over parts of partial[part][i], in their order.
KERNEL void __launch_bounds__(THREADS) addParts(const float *partial, float *total, int parts, size_t count) {
  awaitPredecessor();
  for (size_t i = blockIdx.x * (size_t)THREADS + threadIdx.x; i < count; i += gridDim.x * (size_t)THREADS) {
    float sum = 0.0f;
#pragma unroll 8
    for (int p = 0; p < parts; p++) sum += partial[p * count + i];
    total[i] += sum;
  }
}
