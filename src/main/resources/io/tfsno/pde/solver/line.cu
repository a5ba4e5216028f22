// A number of steps of one line of N points, two trajectories in one array of complex numbers: a block has them in shared memory
// from the first step to the last.
//
//   state      [array][CHANNELS][N], what the steps begin with and what they end with
//   spare      room for 3 CHANNELS N numbers for each array where shared memory has none (SHARED_STATE 0)
//   THREADS    of a block, at least those that the transforms need: what is done point by point and mode by mode is shared by all
//   stride     from the tables of one array to those of the next; 0 where all have the same

constexpr int LANES = lanesFor(N), STATE = CHANNELS * N;

struct Line {
  double2 *fields, *argument;
  const double2 *roots;
  const double *factors, *weights;
  const double2 *sources;
  Kept kept;
  Tables tables;
};

DEVICE void stage(const Line &line, int number) {
  const int slot = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  double2 *own = line.fields + slot * room(N);
  if (slot < VIEWS)
    for (int m = lane; m < N; m += LANES)
      own[padded(m)] = viewed(slot, line.argument[channelOf(slot) * N + m], line.factors, m);
  __syncthreads();
  transform<N, LANES, true>(own, line.roots, lane, slot < VIEWS);
  for (int n = threadIdx.x; n < N; n += THREADS) {
    double2 w[VIEWS], p[POLYNOMIALS];
#pragma unroll
    for (int j = 0; j < VIEWS; j++) w[j] = line.fields[j * room(N) + padded(n)];
    formedOfPair(w, p, 1.0 / N);
#pragma unroll
    for (int j = 0; j < POLYNOMIALS; j++) line.fields[j * room(N) + padded(n)] = p[j];
  }
  __syncthreads();
  transform<N, LANES, false>(own, line.roots, lane, slot < POLYNOMIALS);
  for (int i = threadIdx.x; i < STATE; i += THREADS) {
    const int channel = i / N, m = i % N;
    double2 n = combined(channel, [&](int j) { return line.fields[j * room(N) + padded(m)]; }, line.weights, m);
    if (SOURCES) n = n + line.sources[i];
    line.argument[i] = argumentAfter(number, n, line.kept, i, line.tables, i);
  }
  __syncthreads();
}

KERNEL void __launch_bounds__(THREADS)
    line(double2 *state, double2 *spare, const double2 *e, const double2 *e2, const double2 *e2Minus1, const double2 *q,
         const double2 *f1, const double2 *f2, const double2 *f3, const double *factors, const double *weights,
         const double2 *sources, const double2 *roots, int stride, int steps) {
  DYNAMIC_SHARED(shared);
  double2 *fields = reinterpret_cast<double2 *>(shared), *nearRoots = fields + SLOTS * room(N);
  copyRoots(nearRoots, roots, N);
  awaitPredecessor();
  double2 *argument = nearRoots + N;
  double2 *room3 = SHARED_STATE ? argument + STATE : spare + (size_t)blockIdx.x * 3 * STATE;
  const size_t t = (size_t)blockIdx.x * stride;
  Line line = {fields,  argument, nearRoots,
               factors, weights,  sources,
               {room3, room3 + STATE, room3 + 2 * STATE},
               {e + t, e2 + t, e2Minus1 + t, q + t, f1 + t, f2 + t, f3 + t}};
  double2 *own = state + (size_t)blockIdx.x * STATE;
  for (int i = threadIdx.x; i < STATE; i += THREADS) line.kept.v[i] = argument[i] = own[i];
  __syncthreads();
  for (int s = 0; s < 4 * steps; s++) stage(line, s % 4 + 1);
  for (int i = threadIdx.x; i < STATE; i += THREADS) own[i] = argument[i];
}
