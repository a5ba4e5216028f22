// One map of taps.cu, forward or backward, and its gradients, against plain loops. Included once for each choice of sizes, which
// are those of taps.cu and tapouter.cu; CASE names it, BACK says whether the weights are those of the map in the other direction.

namespace CASE {
namespace map {
#include "tapcore.cu"
#include "taps.cu"
}
namespace gradient {
#define WARPS OUTER_WARPS
#include "tapouter.cu"
#undef WARPS
}

constexpr int SAMPLES = 3, POINTS = LINES * N, ALL_TAPS = AXES == 2 ? TAPS * TAPS : TAPS;
// Points of a block that becomes one, and of one that a point is repeated to.
constexpr int BLOCK = AXES == 2 ? STRIDE * STRIDE : STRIDE, COPIES = AXES == 2 ? 4 : 2;
constexpr size_t COLUMNS = SAMPLES * POINTS;

// A field of whatever the map is given, by definition: channels of a coarser one repeated, neighbours around the grid.
struct Given {
  std::vector<float> in, other;

  double at(int channel, int sample, int y, int x) const {
    const int row = STRIDE * N, rows = AXES == 2 ? STRIDE * LINES : 1;
    x = (x + row) % row;
    y = (y + rows) % rows;
    if (!JOINED) return in[(((size_t)channel * SAMPLES + sample) * rows + y) * row + x];
    if (channel < CIN / 2) return in[(((size_t)channel * SAMPLES + sample) * (AXES == 2 ? LINES / 2 : 1) + y / 2) * (N / 2) + x / 2];
    return other[(((size_t)(channel - CIN / 2) * SAMPLES + sample) * LINES + y) * N + x];
  }

  // What tap t of a point sees.
  double seen(int channel, int sample, int point, int t) const {
    const int y = AXES == 2 ? STRIDE * (point / N) + t / TAPS - map::REACH : 0;
    return at(channel, sample, y, STRIDE * (point % N) + t % TAPS - map::REACH);
  }
};

static Given given() {
  return JOINED ? Given{noise(CIN / 2 * COLUMNS / COPIES), noise(CIN / 2 * COLUMNS)} : Given{noise(BLOCK * CIN * COLUMNS), {}};
}

static void testMap(const std::string &name) {
  const Given field = given();
  const auto kernel = noise(COUT * CIN * ALL_TAPS + 3), bias = noise(CIN > COUT ? CIN : COUT), scale = noise(1);
  const auto add = noise(COUT * COLUMNS), extra = noise(COUT * COLUMNS);
  auto weightOf = [&](int o, int i, int t) -> double {
    return kernel[3 + (BACK ? (i * COUT + o) * ALL_TAPS + ALL_TAPS - 1 - t : (o * CIN + i) * ALL_TAPS + t)];
  };
  const std::vector<Long> order{BACK ? 3 + ALL_TAPS - 1 : 3, 8,    COUT, CIN, ALL_TAPS, BACK ? ALL_TAPS : CIN * ALL_TAPS,
                                BACK ? COUT * ALL_TAPS : ALL_TAPS, BACK ? -1 : 1};
  std::vector<float> ordered(8 + roundUp(COUT, 16) * roundUp(CIN, 8) * ALL_TAPS, NAN);
  launch({2, 1, 1}, 64, 0, [&] { orderWeights(kernel.data(), order.data(), ordered.data()); });

  const int to = TO;
  const bool back = to != PLAIN;
  std::vector<float> out(COUT * COLUMNS, NAN), second(COUT * COLUMNS, NAN);
  const Index grid{(int)(COLUMNS / TILE), roundUp(COUT, 16) / 16 / ROW_TILES, 1};
  std::vector<float> dots(grid.x * grid.y, NAN);
  launch(grid, map::THREADS, map::TAP_FLOATS, [&] {
    map::taps(field.in.data(), JOINED ? field.other.data() : extra.data(), ordered.data() + 8, to == SPLIT || to == UNFOLD ? nullptr : bias.data(),
              to == SPLIT || to == UNFOLD ? nullptr : scale.data(), add.data(), out.data(), second.data(), dots.data(), COLUMNS);
  });

  std::vector<double> first(COUT * COLUMNS), rest(COUT * COLUMNS);
  double dot = 0, dotSize = 0;
  for (int o = 0; o < COUT; o++)
    for (int s = 0; s < SAMPLES; s++)
      for (int point = 0; point < POINTS; point++) {
        const int y = point / N, x = point % N;
        const size_t column = (size_t)s * POINTS + point, at = o * COLUMNS + column;
        double v = back ? 0 : bias[o];
        for (int i = 0; i < CIN; i++)
          for (int t = 0; t < ALL_TAPS; t++) v += weightOf(o, i, t) * field.seen(i, s, point, t);
        if (to == PLAIN) first[at] = scale[0] * v + add[at];
        if (to == SPLIT && o < COUT / 2)
          first[((size_t)(o * SAMPLES + s) * (AXES == 2 ? LINES / 2 : 1) + y / 2) * (N / 2) + x / 2] += v;
        if (to == SPLIT && o >= COUT / 2) rest[at - COUT / 2 * COLUMNS] = v;
        if (to == UNFOLD) {
          const int channel = AXES == 2 ? o / 4 : o / 2, below = AXES == 2 ? o / 2 % 2 : 0;
          const size_t place = (((size_t)channel * SAMPLES + s) * (AXES == 2 ? 2 * LINES : 1) + 2 * y + below) * 2 * N + 2 * x + o % 2;
          first[place] = v + add[place];
        }
        if (to == END) {
          first[at] = scale[0] * v;
          dot += v * extra[at];
          dotSize += std::fabs(v * extra[at]);
        }
      }
  if (to == END)
    for (int i = 0; i < CIN; i++)
      for (size_t l = 0; l < COLUMNS; l++) dot += (double)bias[i] * field.in[i * COLUMNS + l];
  if (to == SPLIT) {
    first.resize(COUT / 2 * COLUMNS / COPIES);
    rest.resize(COUT / 2 * COLUMNS);
  }
  check(name, out, first);
  if (to == SPLIT) check(name + ", second", second, rest);
  if (to == END) {
    double found = 0;
    for (float d : dots) found += d;
    check(name + ", of the scale", std::vector<float>{(float)found}, {dot}, dotSize);
  }
}

static void testGradient(const std::string &name) {
  const Given field = given();
  const auto left = noise(COUT * COLUMNS), scale = noise(1), dots = noise(70);
  const int weights = COUT * CIN * ALL_TAPS, count = weights + COUT + 1, parts = 2;
  std::vector<float> partial(parts * count, NAN), total = noise(count);
  std::vector<double> truth(total.begin(), total.end());
  for (int o = 0; o < COUT; o++)
    for (int s = 0; s < SAMPLES; s++)
      for (int point = 0; point < POINTS; point++) {
        const double l = scale[0] * left[((size_t)o * SAMPLES + s) * POINTS + point];
        for (int i = 0; i < CIN; i++)
          for (int t = 0; t < ALL_TAPS; t++) truth[(o * CIN + i) * ALL_TAPS + t] += l * field.seen(i, s, point, t);
        truth[weights + o] += l;
      }
  for (float d : dots) truth[weights + COUT] += d;
  launch({roundUp(COUT, 16 * UP) / (16 * UP) * gradient::BLOCKS_ALONG, parts, 1}, 32 * OUTER_WARPS, gradient::OUTER_FLOATS, [&] {
    gradient::tapOuter(left.data(), field.in.data(), field.other.data(), scale.data(), dots.data(), partial.data(), dots.size(), 1,
                       COLUMNS, count);
  });
  launch({3, 1, 1}, 64, 0, [&] { addParts(partial.data(), total.data(), parts, count); });
  check(name + ", gradients", total, truth);
}

static void test(const std::string &name) {
  testMap(name);
  testGradient(name);
}
}  // namespace CASE

#undef CASE
#undef BACK
#undef CIN
#undef COUT
#undef AXES
#undef TAPS
#undef STRIDE
#undef N
#undef LINES
#undef TILE
#undef ROW_TILES
#undef RING
#undef JOINED
#undef EARLY
#undef TO
#undef UP
#undef ALONG
#undef OUTER_WARPS
