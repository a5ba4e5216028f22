// Steps of planes of NX x NY points, two trajectories in one array of complex numbers, by two kernels in turn:
//
//   columns    transforms products along x, makes a stage of the step of them, and transforms the views of its result back along x
//   rows       transforms views back along y, forms the products of their values, and transforms these along y
//
// Modes are [x][KY]: all waves along x, the POSITIVE waves 0, 1, .. and then the negative ones along y. Between the two kernels
// views and products lie in `planes`, [array][slot][NX][ROW]. KX waves of either sign take part along x; tables hold zeros
// for the others.

constexpr int MODES_PER_ARRAY = CHANNELS * MODES;
constexpr int X_LANES = lanesFor(NX), Y_LANES = lanesFor(NY);
constexpr int ROW = (KY + 1) / 2 * 2;  // rows begin at whole sectors of memory

DEVICE size_t placeOf(int array, int slot, int x) { return (((size_t)array * SLOTS + slot) * NX + x) * ROW; }

//   stage      1 to 4 of a step; 0 where there are no products yet: the views are then those of the state
//   stride     from the tables of one array to those of the next; 0 where all have the same
//   COLUMNS    columns of a block, neighbours in memory
KERNEL void __launch_bounds__(COLUMNS *X_LANES *SLOTS)
    columns(double2 *planes, double2 *state, double2 *base, double2 *a, const double2 *e, const double2 *e2,
            const double2 *e2Minus1, const double2 *q, const double2 *f1, const double2 *f2, const double2 *f3,
            const double *factors, const double *weights, const double2 *sources, const double2 *roots, int stride, int stage) {
  DYNAMIC_SHARED(shared);
  double2 *fields = reinterpret_cast<double2 *>(shared), *nearRoots = fields + SLOTS * COLUMNS * room(NX);
  double2 *arguments = nearRoots + NX;
  copyRoots(nearRoots, roots, NX);
  awaitPredecessor();
  const int column = threadIdx.x % COLUMNS, worker = threadIdx.x / COLUMNS;
  const int lane = worker % X_LANES, slot = worker / X_LANES, array = blockIdx.y;
  const int k = blockIdx.x * COLUMNS + column;
  const bool there = k < KY;
  const Kept kept = {state, base, a};
  const Tables tables = {e, e2, e2Minus1, q, f1, f2, f3};
  double2 *own = fields + (slot * COLUMNS + column) * room(NX);
  if (stage > 0) {
    if (there && slot < POLYNOMIALS)
      for (int x = lane; x < NX; x += X_LANES) own[padded(x)] = planes[placeOf(array, slot, x) + k];
    __syncthreads();
    transform<NX, X_LANES, false>(own, nearRoots, lane, there && slot < POLYNOMIALS);
  } else {
    __syncthreads();
  }
  for (int i = worker; i < CHANNELS * NX; i += X_LANES * SLOTS) {
    const int channel = i / NX, x = i % NX;
    double2 argument = make_double2(0.0, 0.0);
    if (there && (x <= KX || x >= NX - KX)) {
      const size_t m = (size_t)x * KY + k, in = channel * (size_t)MODES + m;
      const size_t at = array * (size_t)MODES_PER_ARRAY + in;
      if (stage > 0) {
        double2 n = combined(
            channel, [&](int j) { return fields[(j * COLUMNS + column) * room(NX) + padded(x)]; }, weights, m);
        if (SOURCES) n = n + sources[in];
        argument = argumentAfter(stage, n, kept, at, tables, array * (size_t)stride + in);
      } else {
        argument = kept.v[at];
      }
    }
    arguments[(channel * NX + x) * COLUMNS + column] = argument;
  }
  __syncthreads();
  if (there && slot < VIEWS)
    for (int x = lane; x < NX; x += X_LANES) {
      const bool takesPart = x <= KX || x >= NX - KX;
      own[padded(x)] = takesPart ? viewed(slot, arguments[(channelOf(slot) * NX + x) * COLUMNS + column], factors,
                                          (size_t)x * KY + k)
                                 : make_double2(0.0, 0.0);
    }
  __syncthreads();
  transform<NX, X_LANES, true>(own, nearRoots, lane, there && slot < VIEWS);
  if (there && slot < VIEWS)
    for (int x = lane; x < NX; x += X_LANES) planes[placeOf(array, slot, x) + k] = own[padded(x)];
}

// The place of a wave along y among those that are kept; -1 if it is not.
DEVICE int keptAt(int y) { return y < POSITIVE ? y : y >= NY - (KY - POSITIVE) ? y - (NY - KY) : -1; }

//   ROWS    rows of a block
KERNEL void __launch_bounds__(ROWS *Y_LANES *SLOTS) rows(double2 *planes, const double2 *roots) {
  DYNAMIC_SHARED(shared);
  double2 *fields = reinterpret_cast<double2 *>(shared), *nearRoots = fields + ROWS * SLOTS * room(NY);
  copyRoots(nearRoots, roots, NY);
  awaitPredecessor();
  const int lane = threadIdx.x % Y_LANES, slot = threadIdx.x / Y_LANES % SLOTS, row = threadIdx.x / (Y_LANES * SLOTS);
  const int x = blockIdx.x * ROWS + row, array = blockIdx.y;
  const bool there = x < NX;
  double2 *ofRow = fields + row * SLOTS * room(NY), *own = ofRow + slot * room(NY);
  double2 *place = planes + placeOf(array, slot, x);
  if (there && slot < VIEWS)
    for (int y = lane; y < NY; y += Y_LANES)
      own[padded(y)] = keptAt(y) < 0 ? make_double2(0.0, 0.0) : place[keptAt(y)];
  __syncthreads();
  transform<NY, Y_LANES, true>(own, nearRoots, lane, there && slot < VIEWS);
  if (there)
    for (int y = slot * Y_LANES + lane; y < NY; y += Y_LANES * SLOTS) {
      double2 w[VIEWS], p[POLYNOMIALS];
#pragma unroll
      for (int j = 0; j < VIEWS; j++) w[j] = ofRow[j * room(NY) + padded(y)];
      formedOfPair(w, p, 1.0 / (NX * NY));
#pragma unroll
      for (int j = 0; j < POLYNOMIALS; j++) ofRow[j * room(NY) + padded(y)] = p[j];
    }
  __syncthreads();
  transform<NY, Y_LANES, false>(own, nearRoots, lane, there && slot < POLYNOMIALS);
  if (there && slot < POLYNOMIALS)
    for (int y = lane; y < NY; y += Y_LANES)
      if (keptAt(y) >= 0) place[keptAt(y)] = own[padded(y)];
}
