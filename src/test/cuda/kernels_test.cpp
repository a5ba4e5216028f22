// Every kernel against plain loops in double, at shapes that exercise padding and all options.
#include "emulator.h"
#include <cstdio>
#include <random>
#include "prelude.cu"
#define LAYERS 3
#include "gather.cu"

static int failures = 0;
static std::mt19937 random_(1);

static std::vector<float> noise(size_t n) {
  std::normal_distribution<float> normal;
  std::vector<float> v(n);
  for (float &x : v) x = normal(random_);
  return v;
}

static double activated(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
static double slopeOf(double x) {
  return 0.5 * (1 + std::erf(x / std::sqrt(2.0))) + x * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
}

// Split products are as exact as float32 sums of a few hundred terms; TF32 keeps 10 bits of a factor.
static void check(const char *name, const std::vector<float> &found, const std::vector<double> &truth) {
  double error = 0, size = 0;
  for (size_t i = 0; i < truth.size(); i++) {
    error = std::fmax(error, std::isfinite(found[i]) ? std::fabs(found[i] - truth[i]) : 1e30);
    size = std::fmax(size, std::fabs(truth[i]));
  }
  bool good = error <= (PRODUCTS == 3 ? 5e-6 : 3e-3) * size;
  if (!good) failures++;
  printf("%-44s %s  largest error %.1e of %.1e\n", name, good ? "ok" : "WRONG", error, size);
}

struct Shape {
  int in, out, n, rin, rout, groups;
  bool active, backward, slope, spread;

  // Where a coefficient stands.
  size_t at(int channel, int g, int r, int rows) const {
    return spread ? (((size_t)(r / 2) * out + channel) * groups + g) * 2 + r % 2
                  : ((size_t)channel * groups + g) * rows + r;
  }
};

struct LayerData {
  std::vector<float> field, weight, bias, coeff, synthesis, slope, analysis, out, active, modes;
  LayerData(const Shape &s)
      : field(noise((size_t)s.in * s.groups * s.n)), weight(noise(s.in * s.out)), bias(noise(s.out)),
        coeff(noise((size_t)s.out * s.groups * s.rin + 1)), synthesis(noise(s.rin * s.n + 1)),
        slope(noise((size_t)s.out * s.groups * s.n)), analysis(noise(s.rout * s.n + 1)),
        out((size_t)s.out * s.groups * s.n), active(out), modes((size_t)s.out * s.groups * s.rout + 1) {}

  void compare(const char *name, const Shape &s) {
    std::vector<double> o(out.size()), a(out.size()), m((size_t)s.out * s.groups * s.rout);
    for (int c = 0; c < s.out; c++)
      for (int g = 0; g < s.groups; g++) {
        for (int n = 0; n < s.n; n++) {
          double sum = s.backward ? 0 : bias[c];
          for (int i = 0; i < s.in; i++) {
            double z = field[((size_t)i * s.groups + g) * s.n + n];
            double w = s.backward ? weight[i * s.out + c] : weight[c * s.in + i];
            sum += w * z;
          }
          for (int r = 0; r < s.rin; r++)
            sum += (double)coeff[s.at(c, g, r, s.rin)] * synthesis[r * s.n + n];
          size_t at = ((size_t)c * s.groups + g) * s.n + n;
          o[at] = s.slope ? sum * slopeOf(slope[at]) : sum;
          a[at] = s.active ? activated(o[at]) : o[at];
        }
        for (int r = 0; r < s.rout; r++) {
          double sum = 0;
          for (int n = 0; n < s.n; n++) {
            sum += a[((size_t)c * s.groups + g) * s.n + n] * analysis[r * s.n + n];
          }
          m[s.at(c, g, r, s.rout)] = sum;
        }
      }
    char text[100];
    snprintf(text, 100, "%s field", name);
    check(text, out, o);
    snprintf(text, 100, "%s active", name);
    if (s.active) check(text, active, a);
    snprintf(text, 100, "%s modes", name);
    if (s.rout) check(text, modes, m);
  }
};

#define LAYER_CASE(NAME)                                                                         \
  {                                                                                              \
    Shape s{CIN, COUT, N, RIN, ROUT, 5, ACTIVE, BACKWARD, SLOPE, SPREAD}; \
    LayerData d(s);                                                                              \
    size_t floats = WEIGHTS + STAGED_MATRICES + WARPS * OUTS * SUM_STRIDE + COUT * COEFF_STRIDE; \
    launch({2, 1, 1}, 32 * WARPS, floats, [&] {                                                  \
      layer(d.field.data(), d.weight.data(), d.bias.data(), d.coeff.data(), d.synthesis.data(),  \
            d.slope.data(), d.analysis.data(), d.out.data(), d.active.data(), d.modes.data(),    \
            s.groups);                                                                           \
    });                                                                                          \
    d.compare(NAME, s);                                                                          \
  }

namespace forward_line {
#define CIN 12
#define COUT 20
#define N 128
#define RIN 16
#define ROUT 24
#define ACTIVE 1
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#define WARPS 4
#define BLOCKS 1
#include "layer.cu"
static void test() LAYER_CASE("layer, forward on a line")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
namespace forward_long_line {
#undef WARPS
#define WARPS 2
#define ACTIVE 0
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#include "layer.cu"
static void test() LAYER_CASE("layer, two stretches of a line for a warp")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
namespace backward_plane {
#define ACTIVE 0
#define BACKWARD 1
#define SLOPE 1
#define SPREAD 0
#include "layer.cu"
static void test() LAYER_CASE("layer, backward on planes")
#undef RIN
#undef ROUT
#undef BACKWARD
#undef SLOPE
}
namespace lift {
#define RIN 0
#define ROUT 8
#define BACKWARD 0
#define SLOPE 0
#include "layer.cu"
static void test() LAYER_CASE("layer, no synthesis")
}
namespace outer_gradient {
#undef WARPS
#define WARPS 4
#undef COUT
#define COUT 44
#include "outer.cu"
static void test() {
  const int columns = 32 * 13, blocks = 3;
  auto left = noise(COUT * columns), right = noise(CIN * columns);
  std::vector<float> partial(blocks * COUNT), total(COUNT, 0.5f);
  launch({blocks, 1, 1}, 32 * WARPS, COUNT,
         [&] { outer(left.data(), right.data(), partial.data(), columns); });
  std::vector<double> truth(COUNT, 0.5);
  for (int o = 0; o < COUT; o++)
    for (int l = 0; l < columns; l++) {
      truth[COUT * CIN + o] += left[o * columns + l];
      for (int i = 0; i < CIN; i++)
        truth[o * CIN + i] += (double)left[o * columns + l] * right[i * columns + l];
    }
  launch({(COUNT + 31) / 32, 1, 1}, 32 * LAYERS, 32 * LAYERS, [&] {
    gather(partial.data(), total.data(), blocks, COUNT);
  });
  check("outer, weights and bias", total, truth);
}
}
namespace mode_products {
#include "modes.cu"
static void test() {
  const int samples = 7, modes = 3;
  const size_t ofX = (size_t)modes * CIN * samples * 2, ofY = (size_t)modes * COUT * samples * 2;
  auto x = noise(ofX), gy = noise(ofY);
  auto w = noise(modes * COUT * 2 * CIN), gw = noise(modes * COUT * 2 * CIN);
  std::vector<float> y(ofY), gx(ofX);
  std::vector<double> ty(ofY), tgx(ofX), tgw(gw.begin(), gw.end());
  for (int k = 0; k < modes; k++)
    for (int o = 0; o < COUT; o++)
      for (int i = 0; i < CIN; i++) {
        size_t at = ((size_t)k * COUT + o) * 2 * CIN + i;
        double wr = w[at], wi = w[at + CIN];
        for (int b = 0; b < samples; b++) {
          size_t xi = ((k * CIN + i) * samples + b) * 2, yi = ((k * COUT + o) * samples + b) * 2;
          double xr = x[xi], xm = x[xi + 1];
          double gr = gy[yi], gm = gy[yi + 1];
          ty[yi] += wr * xr - wi * xm;
          ty[yi + 1] += wr * xm + wi * xr;
          tgx[xi] += wr * gr + wi * gm;
          tgx[xi + 1] += wr * gm - wi * gr;
          tgw[at] += gr * xr + gm * xm;
          tgw[at + CIN] += gm * xr - gr * xm;
        }
      }
  launch({modes, roundUp(COUT, 16) / 16, 1}, 32 * WARPS, 0,
         [&] { mix(x.data(), w.data(), y.data(), samples); });
  launch({modes, roundUp(CIN, 16) / 16, 1}, 32 * WARPS, 0,
         [&] { mixBack(gy.data(), w.data(), gx.data(), samples); });
  launch({modes, roundUp(COUT, 16) / 16, 1}, 32 * WARPS, 0,
         [&] { mixWeight(gy.data(), x.data(), gw.data(), samples); });
  check("modes, product", y, ty);
  check("modes, gradient of the input", gx, tgx);
  check("modes, gradient of the weights", gw, tgw);
}
}
namespace plane_rows {
#undef N
#define N 32
#define LINE 16
#define COLUMNS 7
#define HALF 5
#include "rows.cu"
static void test() {
  const int images = 5;
  auto v = noise(images * IMAGE), m = noise(images * COLUMNS * K1 * 2);
  std::vector<float> table(2 * K1 * N), foundM(m.size()), foundV(v.size());
  std::vector<double> tm(m.size()), tv(v.size());
  for (int k = 0; k < K1; k++)
    for (int x = 0; x < N; x++) {
      double phase = 2 * M_PI * (k < HALF ? k : k - K1) * x / N;
      table[k * N + x] = std::cos(phase);
      table[(K1 + k) * N + x] = std::sin(phase);
      for (int image = 0; image < images; image++)
        for (int c = 0; c < COLUMNS; c++) {
          size_t vi = image * IMAGE + x * LINE + 2 * c, mi = ((c * K1 + k) * images + image) * 2;
          tm[mi] += v[vi] * std::cos(phase) + v[vi + 1] * std::sin(phase);
          tm[mi + 1] += v[vi + 1] * std::cos(phase) - v[vi] * std::sin(phase);
          tv[vi] += m[mi] * std::cos(phase) - m[mi + 1] * std::sin(phase);
          tv[vi + 1] += m[mi + 1] * std::cos(phase) + m[mi] * std::sin(phase);
        }
    }
  launch({1, 1, 1}, 32 * WARPS, 2 * K1 * TABLE_STRIDE,
         [&] { down(v.data(), table.data(), foundM.data(), images); });
  launch({1, 1, 1}, 32 * WARPS, 2 * K1 * TABLE_STRIDE,
         [&] { up(m.data(), table.data(), foundV.data(), images); });
  check("rows, down", foundM, tm);
  check("rows, up", foundV, tv);
}
}
namespace projection {
#undef COUT
#define COUT 2
#define HIDDEN 64
#include "head.cu"
static void test() {
  const int columns = 32 * 5, blocks = 2, count = HIDDEN * WIDTH + COUT;
  auto v = noise(CIN * columns), q0 = noise(HIDDEN * CIN), b0 = noise(HIDDEN);
  auto q1 = noise(COUT * HIDDEN), b1 = noise(COUT), g = noise(COUT * columns);
  std::vector<float> out(COUT * columns), gv(CIN * columns), partial(blocks * count), total(count);
  std::vector<double> to(out.size()), tgv(gv.size()), tp(count);
  for (int c = 0; c < COUT; c++)
    for (int l = 0; l < columns; l++) {
      to[c * columns + l] = b1[c];
      tp[HIDDEN * WIDTH + c] += g[c * columns + l];
    }
  for (int l = 0; l < columns; l++)
    for (int j = 0; j < HIDDEN; j++) {
      double h = b0[j], back = 0;
      for (int i = 0; i < CIN; i++) h += (double)q0[j * CIN + i] * v[i * columns + l];
      for (int c = 0; c < COUT; c++) {
        to[c * columns + l] += q1[c * HIDDEN + j] * activated(h);
        back += (double)q1[c * HIDDEN + j] * g[c * columns + l];
        tp[HIDDEN * (CIN + 1) + c * HIDDEN + j] += g[c * columns + l] * activated(h);
      }
      back *= slopeOf(h);
      tp[HIDDEN * CIN + j] += back;
      for (int i = 0; i < CIN; i++) {
        tgv[i * columns + l] += q0[j * CIN + i] * back;
        tp[j * CIN + i] += v[i * columns + l] * back;
      }
    }
  size_t floats = HIDDEN * STRIDE + HIDDEN * (1 + COUT);
  launch({2, 1, 1}, 32 * WARPS, floats, [&] {
    head(v.data(), q0.data(), b0.data(), q1.data(), b1.data(), out.data(), columns);
  });
  launch({2, 1, 1}, 32 * WARPS, floats, [&] {
    headField(v.data(), q0.data(), b0.data(), q1.data(), g.data(), gv.data(), columns);
  });
  launch({blocks, 1, 1}, 32 * TILES / UNIT, 0, [&] {
    headWeight(v.data(), q0.data(), b0.data(), q1.data(), g.data(), partial.data(), columns);
  });
  launch({(count + 31) / 32, 1, 1}, 32 * LAYERS, 32 * LAYERS, [&] {
    gather(partial.data(), total.data(), blocks, count);
  });
  check("head, forward", out, to);
  check("head, gradient of the field", gv, tgv);
  check("head, gradients of the weights", total, tp);
}
}
namespace optimiser {
#define THREADS 64
#include "adamw.cu"
static void test() {
  const int count = 1003, blocks = 3;
  auto p = noise(count), m = noise(count), v = noise(count), g = noise(count);
  for (float &x : v) x = std::fabs(x);
  std::vector<float> partial(blocks), scalars{1e-3f, 2.0f, 3.0f};
  std::vector<double> truth(p.begin(), p.end());
  double norm = 0;
  for (float x : g) norm += (double)x * x;
  double scale = 1 / (std::sqrt(norm) + 1e-6);
  for (int i = 0; i < count; i++) {
    double gradient = g[i] * scale, first = 0.9 * m[i] + 0.1 * gradient;
    double second = 0.999 * v[i] + 0.001 * gradient * gradient;
    truth[i] = truth[i] * (1 - 1e-3 * 0.01) - 1e-3 * 2 * first / (std::sqrt(second * 3) + 1e-8);
  }
  launch({blocks, 1, 1}, THREADS, THREADS, [&] { squares(g.data(), partial.data(), count); });
  launch({blocks, 1, 1}, THREADS, THREADS, [&] {
    adamw(p.data(), m.data(), v.data(), g.data(), partial.data(), blocks, scalars.data(), 0.01f,
          1.0f, count);
  });
  check("adamw", p, truth);
  check("adamw clears the gradient", g, std::vector<double>(count, 0.0));
}
}
namespace supervised {
#define DIMENSION 2
#include "loss.cu"
static void test() {
  const int samples = 3, count = samples * N * N, blocks = 2;
  const float weight = 0.3f;
  auto a = noise(count), b = noise(count);
  std::vector<float> gradient(count), partial(blocks), found(1);
  std::vector<double> truth(count);
  double sum = 0;
  auto at = [&](int s, int i, int j) {
    int k = (s * N + (i + N) % N) * N + (j + N) % N;
    return (double)a[k] - b[k];
  };
  for (int s = 0; s < samples; s++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        double e = at(s, i, j), di = at(s, i + 1, j) - at(s, i - 1, j);
        double dj = at(s, i, j + 1) - at(s, i, j - 1);
        sum += e * e + weight * (di * di + dj * dj);
        truth[(s * N + i) * N + j] =
            2.0 / count * (e + weight * (4 * e - at(s, i - 2, j) - at(s, i + 2, j) -
                                         at(s, i, j - 2) - at(s, i, j + 2)));
      }
  launch({blocks, 1, 1}, THREADS, THREADS, [&] {
    loss(a.data(), b.data(), gradient.data(), partial.data(), weight, 1.0f / count, count);
  });
  launch({1, 1, 1}, THREADS, THREADS,
         [&] { total(partial.data(), found.data(), blocks, 1.0f / count); });
  check("loss", found, {sum / count});
  check("loss, gradient", gradient, truth);
}
}

int main() {
  forward_line::test();
  forward_long_line::test();
  backward_plane::test();
  lift::test();
  outer_gradient::test();
  mode_products::test();
  plane_rows::test();
  projection::test();
  optimiser::test();
  supervised::test();
  if (failures) printf("%d wrong\n", failures);
  return failures ? 1 : 0;
}
