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

constexpr int SAMPLES = 3;
constexpr size_t COLUMNS = SAMPLES * N;

// A field of whatever the map is given, by definition: channels of a coarser one repeated, neighbours around the line.
struct Given {
  std::vector<float> in, other;

  double at(int channel, int sample, int x) const {
    const int line = STRIDE * N;
    x = (x + line) % line;
    if (!JOINED) return in[((size_t)channel * SAMPLES + sample) * line + x];
    if (channel < CIN / 2) return in[((size_t)channel * SAMPLES + sample) * (N / 2) + x / 2];
    return other[((size_t)(channel - CIN / 2) * SAMPLES + sample) * N + x];
  }
};

static Given given() {
  return JOINED ? Given{noise(CIN / 2 * COLUMNS / 2), noise(CIN / 2 * COLUMNS)} : Given{noise(STRIDE * CIN * COLUMNS), {}};
}

static void testMap(const std::string &name) {
  const Given field = given();
  const auto kernel = noise(COUT * CIN * TAPS + 3), bias = noise(CIN > COUT ? CIN : COUT), scale = noise(1);
  const auto add = noise(COUT * COLUMNS), extra = noise(COUT * COLUMNS);
  auto weightOf = [&](int o, int i, int t) -> double {
    return kernel[3 + (BACK ? (i * COUT + o) * TAPS + TAPS - 1 - t : (o * CIN + i) * TAPS + t)];
  };
  const std::vector<Long> order{BACK ? 3 + TAPS - 1 : 3, 8,    COUT, CIN, TAPS, BACK ? TAPS : CIN * TAPS,
                                BACK ? COUT * TAPS : TAPS, BACK ? -1 : 1};
  std::vector<float> ordered(8 + roundUp(COUT, 16) * roundUp(CIN, 8) * TAPS, NAN);
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
      for (int x = 0; x < N; x++) {
        const size_t column = (size_t)s * N + x, at = o * COLUMNS + column;
        double v = back ? 0 : bias[o];
        for (int i = 0; i < CIN; i++)
          for (int t = 0; t < TAPS; t++) v += weightOf(o, i, t) * field.at(i, s, STRIDE * x + t - map::REACH);
        if (to == PLAIN) first[at] = scale[0] * v + add[at];
        if (to == SPLIT && o < COUT / 2) first[at / 2] += v;
        if (to == SPLIT && o >= COUT / 2) rest[at - COUT / 2 * COLUMNS] = v;
        if (to == UNFOLD) {
          const size_t place = 2 * (o / 2 * COLUMNS + column) + o % 2;
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
    first.resize(COUT / 2 * COLUMNS / 2);
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
  const int weights = COUT * CIN * TAPS, count = weights + COUT + 1, parts = 2;
  std::vector<float> partial(parts * count, NAN), total = noise(count);
  std::vector<double> truth(total.begin(), total.end());
  for (int o = 0; o < COUT; o++)
    for (int s = 0; s < SAMPLES; s++)
      for (int x = 0; x < N; x++) {
        const double l = scale[0] * left[((size_t)o * SAMPLES + s) * N + x];
        for (int i = 0; i < CIN; i++)
          for (int t = 0; t < TAPS; t++) truth[(o * CIN + i) * TAPS + t] += l * field.at(i, s, STRIDE * x + t - map::REACH);
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
#undef TAPS
#undef STRIDE
#undef N
#undef TILE
#undef ROW_TILES
#undef RING
#undef JOINED
#undef EARLY
#undef TO
#undef UP
#undef ALONG
#undef OUTER_WARPS
