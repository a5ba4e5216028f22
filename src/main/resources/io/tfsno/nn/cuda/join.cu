// Puts what a network is given into one field with the channel first, out[channel][sample][cell]:
//
//   a, b, c  fields [sample][ca, cb, cc][cell], one after the other; a number of 0 channels for none. Samples of a
//            field stand sa, sb, sc values apart: it may be a part of a wider one
//   numbers  [sample][count], the same at every cell, last
//
// A thread copies four neighbouring cells: cells is a multiple of 4.
//
//   THREADS  of a block

KERNEL void __launch_bounds__(THREADS)
    join(const float *a, const float *b, const float *c, const float *numbers, float *out, int ca, int cb, int cc, int sa,
         int sb, int sc, int count, int samples, int cells) {
  awaitPredecessor();
  const int quarters = cells / 4;
  const int channels = ca + cb + cc + count;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < channels * samples * quarters; i += gridDim.x * THREADS) {
    const int row = i / quarters, cell = 4 * (i % quarters);
    const int channel = row / samples, sample = row % samples;
    float *to = out + (size_t)row * cells + cell;
    if (channel >= ca + cb + cc) {
      const float v = numbers[sample * count + channel - ca - cb - cc];
      store4(to, v, v, v, v);
      continue;
    }
    const bool first = channel < ca, second = !first && channel < ca + cb;
    const float *from = first ? a : second ? b : c;
    const int apart = first ? sa : second ? sb : sc;
    const int at = first ? channel : second ? channel - ca : channel - ca - cb;
    const float4 v = load4(from + (size_t)sample * apart + (size_t)at * cells + cell);
    store4(to, v.x, v.y, v.z, v.w);
  }
}
