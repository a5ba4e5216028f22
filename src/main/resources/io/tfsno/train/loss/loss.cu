// The supervised loss and its gradient in one pass, for e = prediction - truth on periodic grids:
//
//   loss = scale sum(e^2 + sum over axes of weight (e[i+1] - e[i-1])^2)
//   gradient = 2 scale (e + sum over axes of weight (2 e[i] - e[i-2] - e[i+2]))
//
//   N  points of the last axis, at least 2     HEIGHT  those of the first axis of a plane; 1 on lines     THREADS  a power of 2

DEVICE float errorAt(const float *prediction, const float *truth, size_t i) {
  return prediction[i] - truth[i];
}

// The index of the point `step` steps along an axis whose neighbours are `pitch` apart.
DEVICE size_t along(size_t i, int step, size_t pitch, int points) {
  int at = (int)(i / pitch % points), to = ((at + step) % points + points) % points;
  return i + ((ptrdiff_t)to - at) * (ptrdiff_t)pitch;
}

KERNEL void loss(const float *prediction, const float *truth, float *gradient, float *partial,
                 float weight, float weightOfFirst, float scale, size_t count) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  float sum = 0.0f;
  for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < count;
       i += (size_t)gridDim.x * THREADS) {
    float e = errorAt(prediction, truth, i), rough = 0.0f, bend = 0.0f;
#pragma unroll
    for (int axis = 0; axis < (HEIGHT > 1 ? 2 : 1); axis++) {
      const size_t pitch = axis == 0 ? 1 : N;
      const int points = axis == 0 ? N : HEIGHT;
      const float w = axis == 0 ? weight : weightOfFirst;
      float d = errorAt(prediction, truth, along(i, 1, pitch, points)) -
                errorAt(prediction, truth, along(i, -1, pitch, points));
      rough += w * d * d;
      bend += w * (2.0f * e - errorAt(prediction, truth, along(i, -2, pitch, points)) -
                   errorAt(prediction, truth, along(i, 2, pitch, points)));
    }
    sum += e * e + rough;
    gradient[i] = 2.0f * scale * (e + bend);
  }
  sum = sumOfBlock<THREADS>(sum, shared);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

KERNEL void total(const float *partial, float *loss, int parts, float scale) {
  DYNAMIC_SHARED(shared);
  awaitPredecessor();
  float sum = 0.0f;
  for (int i = threadIdx.x; i < parts; i += THREADS) sum += partial[i];
  sum = sumOfBlock<THREADS>(sum, shared);
  if (threadIdx.x == 0) loss[0] = sum * scale;
}
