// The kernels of gated.cu against plain loops. Included once for each choice of sizes; CASE names it.

namespace CASE {
#include "tapcore.cu"
#include "gated.cu"

constexpr int SAMPLES = 3;
constexpr size_t COLUMNS = SAMPLES * N;

// A matrix [CIN][CIN] as kernels take it, or its transpose.
static std::vector<float> ordered(const std::vector<float> &matrix, bool transposed) {
  const std::vector<Long> order{0, 0, CIN, CIN, 1, transposed ? 1 : CIN, transposed ? CIN : 1, 0};
  std::vector<float> to(roundUp(CIN, 16) * roundUp(CIN, 8), NAN);
  launch({1, 1, 1}, 64, 0, [&] { orderWeights(matrix.data(), order.data(), to.data()); });
  return to;
}

static double productAt(const std::vector<float> &matrix, bool transposed, int o, const auto &field, size_t column) {
  double sum = 0;
  for (int i = 0; i < CIN; i++) sum += (double)matrix[transposed ? i * CIN + o : o * CIN + i] * field[i * COLUMNS + column];
  return sum;
}

static void test(const std::string &name) {
  const size_t count = CIN * COLUMNS;
  const Index grid{(int)(COLUMNS / TILE), 1, 1};
  // Of the size that trained ones have: a gate that is open or shut shows nothing.
  auto w = noise(CIN * CIN);
  for (float &x : w) x /= std::sqrt((float)CIN);
  const auto c = noise(CIN * CIN), bias = noise(CIN), dt = noise(1), s = noise(count), u = noise(count), gradient = noise(count);
  const auto given = noise(count), factors = noise(count);

  std::vector<float> gate(count, NAN), field(count, NAN), out(count, NAN);
  const auto w0 = ordered(w, false), c0 = ordered(c, false), w1 = ordered(w, true), c1 = ordered(c, true);
  launch(grid, THREADS, GATED_FLOATS, [&] {
    gateStep(s.data(), u.data(), w0.data(), c0.data(), bias.data(), dt.data(), gate.data(), field.data(), out.data(), COLUMNS);
  });
  std::vector<double> g(count), t(count), step(count);
  for (int o = 0; o < CIN; o++)
    for (size_t l = 0; l < COLUMNS; l++) {
      const size_t at = o * COLUMNS + l;
      g[at] = 1 / (1 + std::exp(-productAt(w, false, o, s, l) - bias[o]));
      t[at] = g[at] * s[at];
    }
  for (int o = 0; o < CIN; o++)
    for (size_t l = 0; l < COLUMNS; l++) step[o * COLUMNS + l] = u[o * COLUMNS + l] + dt[0] * productAt(c, false, o, t, l);
  check(name + ", gate", gate, g);
  check(name + ", what is gated", field, t);
  check(name + ", step", out, step);

  std::vector<float> ofArgument(count, NAN), ofS(count, NAN), dots(grid.x, NAN);
  launch(grid, THREADS, GATED_FLOATS, [&] {
    gateStepBack(gradient.data(), given.data(), factors.data(), c1.data(), w1.data(), dt.data(), ofArgument.data(), ofS.data(),
                 dots.data(), COLUMNS);
  });
  std::vector<double> before(count), whole(count);
  double dot = 0, dotSize = 0, found = 0;
  for (int o = 0; o < CIN; o++)
    for (size_t l = 0; l < COLUMNS; l++) {
      const size_t at = o * COLUMNS + l;
      const double v = productAt(c, true, o, gradient, l);
      before[at] = dt[0] * v * factors[at] * (1 - given[at]);
      whole[at] = dt[0] * v * given[at];
      dot += v * factors[at];
      dotSize += std::fabs(v * factors[at]);
    }
  for (int o = 0; o < CIN; o++)
    for (size_t l = 0; l < COLUMNS; l++) whole[o * COLUMNS + l] += productAt(w, true, o, before, l);
  for (float d : dots) found += d;
  check(name + ", gradient of the argument", ofArgument, before);
  check(name + ", gradient of both factors", ofS, whole);
  check(name + ", gradient of the time step", std::vector<float>{(float)found}, {dot}, dotSize);
}
}  // namespace CASE

#undef CASE
#undef CIN
#undef N
#undef ROW_TILES
#undef RING
