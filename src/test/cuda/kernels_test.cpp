// Every kernel against plain loops in double, at shapes that exercise padding and all options.
#include "emulator.h"
#include <cstdio>
#include <random>
#include <string>
#include "launch.cu"
#include "prelude.cu"
#include "checks.h"
#define LAYERS 3
#include "gather.cu"

static double square(double x) { return x * x; }
static double activated(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
static double slopeOf(double x) {
  return 0.5 * (1 + std::erf(x / std::sqrt(2.0))) + x * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
}

struct Shape {
  int in, out, n, rin, rout, groups;
  bool active, backward, slope, planes, add;
  int near = 0, points = 0, height = 1;
  bool gated = false, gained = false, residual = false, passes = false;
  int reach = 1;

  // Channels of what comes in and goes out, with the gradients of a gain behind them or a gain and what it multiplies.
  int fieldsIn() const { return gated && backward ? 2 * in : in; }
  int fieldsKept() const { return gated && !backward ? 3 * out : (1 + gained + passes) * out; }
  int slopes() const { return gained ? 3 * out : out; }

  // A difference of a channel at a point counted over all groups, by definition.
  template <class T>
  double difference(const T *channel, int tap, size_t at) const {
    if (tap == 0) return value(channel[at]);
    const int firsts = near * reach, axis = (tap - 1) % firsts / reach, d = 1 + (tap - 1) % reach, pitch = axis == near - 1 ? 1 : points, count = axis == near - 1 ? points : height;
    const int x = (int)(at / pitch) % count;
    const double low = value(channel[at + (size_t)(((x + count - d) % count) * pitch) - (size_t)(x * pitch)]);
    const double high = value(channel[at + (size_t)((x + d) % count * pitch) - (size_t)(x * pitch)]);
    return tap <= firsts ? (high - low) / 2 : (high - 2 * value(channel[at]) + low) / 2;
  }

  // Where a coefficient stands.
  size_t at(int channel, int g, int r, int rows) const {
    return !planes ? (((size_t)(r / 2) * out + channel) * groups + g) * 2 + r % 2
                  : ((size_t)channel * groups + g) * rows + r;
  }
};

// What a way back takes for the slope of a GELU, and what a way there keeps for it.
static double slopeOfGiven(double kept) { return PRODUCTS == 1 ? kept : slopeOf(kept); }

template <class In, class Out, class Sum>
struct LayerData {
  std::vector<In> field;
  std::vector<Out> add, active;
  std::vector<Slope> slope;
  std::vector<Sum> out;
  std::vector<float> weight, stencil, gate, bias, gateBias, coeff, synthesis, analysis, modes;
  LayerData(const Shape &s)
      : field(noise<In>((size_t)s.fieldsIn() * s.groups * s.n)), add(noise<Out>((size_t)s.out * s.groups * s.n)),
        active(add.size()), slope(noise<Slope>((size_t)s.slopes() * s.groups * s.n)),
        out((size_t)s.fieldsKept() * s.groups * s.n),
        weight(noise(s.in * s.out)), stencil(s.near > 0 ? noise(2 * s.near * s.reach * s.in * s.out) : weight),
        gate(s.gated ? noise(s.in * s.out) : weight), bias(noise(s.out)), gateBias(s.gated ? noise(s.out) : bias),
        coeff(noise((size_t)s.out * s.groups * s.rin + 1)), synthesis(noise(s.rin * s.n + 1)),
        analysis(noise(s.rout * s.n + 1)), modes((size_t)s.out * s.groups * s.rout + 1) {}

  void compare(const std::string &name, const Shape &s) {
    std::vector<double> o(out.size()), a(add.size()), ofY(add.size()), m((size_t)s.out * s.groups * s.rout);
    for (int c = 0; c < s.out; c++)
      for (int g = 0; g < s.groups; g++) {
        for (int n = 0; n < s.n; n++) {
          double sum = s.backward ? 0 : bias[c];
          for (int i = 0; i < s.in; i++) {
            for (int tap = 0; tap <= 2 * s.near * s.reach; tap++) {
              const float *of = tap == 0 ? weight.data() : stencil.data() + (tap - 1) * s.in * s.out;
              double w = s.backward ? of[i * s.out + c] : of[c * s.in + i];
              if (s.backward && tap > 0 && tap <= s.near * s.reach) w = -w;
              sum += w * s.difference(field.data() + (size_t)i * s.groups * s.n, tap, (size_t)g * s.n + n);
            }
          }
          size_t at = ((size_t)c * s.groups + g) * s.n + n, apart = add.size();
          double y = 0, gain = s.gated ? 1 + gateBias[c] : 1;
          for (int r = 0; r < s.rin; r++) y += (double)coeff[s.at(c, g, r, s.rin)] * synthesis[r * s.n + n];
          for (int i = 0; s.gated && i < s.in; i++) {
            if (s.backward)
              sum += gate[i * s.out + c] * value(field[((size_t)(s.in + i) * s.groups + g) * s.n + n]);
            else
              gain += gate[c * s.in + i] * value(field[((size_t)i * s.groups + g) * s.n + n]);
          }
          sum += s.gated && !s.backward ? gain * y : y;
          if (s.add) sum += value(add[at]);
          if (s.passes) o[at + (1 + s.gained) * apart] = sum;
          o[at] = s.slope ? sum * slopeOfGiven(value(slope[at])) : sum;
          a[at] = ofY[at] = (s.active ? activated(o[at]) : o[at]) + (s.residual ? value(field[at]) : 0);
          if (s.gated && !s.backward) {
            o[at + apart] = gain;
            o[at + 2 * apart] = y;
          }
          if (s.gained) {
            o[at + apart] = o[at] * value(slope[at + 2 * apart]);
            ofY[at] = o[at] * value(slope[at + apart]);
          }
        }
        for (int r = 0; r < s.rout; r++) {
          double sum = 0;
          for (int n = 0; n < s.n; n++) {
            sum += ofY[((size_t)c * s.groups + g) * s.n + n] * analysis[r * s.n + n];
          }
          m[s.at(c, g, r, s.rout)] = sum;
        }
      }
    if (s.active && PRODUCTS == 1) {
      for (size_t i = 0; i < add.size(); i++) o[i] = slopeOf(o[i]);
      // Sums are not exact, and slopes of GELU change by up to 0.8 where they change by 1.
      check(name + " slope", out, o, 4);
    } else if (s.in > 0 || s.slope) {
      check(name + " field", out, o);
    }
    if (s.active) check(name + " active", active, a);
    if (s.rout) check(name + " modes", modes, m);
  }
};

// A matrix [rows][n] in the order in which lanes take it, as the right factor of sums over rows or over points.
static std::vector<float> inLaneOrder(const std::vector<float> &matrix, int rows, int n, bool sumsOverRows) {
  std::vector<float> to;
  for (int stretch = 0; stretch < n; stretch += 32)
    for (int first = 0; first < rows; first += 8)
      for (int half = 0; half < 2; half++)
        for (int lane = 0; lane < 32; lane++)
          for (int e = 0; e < 4; e++) {
            int row = sumsOverRows ? 2 * (lane % 4) + e % 2 : lane / 4;
            int point = sumsOverRows ? columnsOf(lane / 4) + 2 * half + e / 2 : 16 * half + 4 * (lane % 4) + e;
            to.push_back(matrix[(first + row) * n + stretch + point]);
          }
  return to;
}

#define LONG_LAYER_CASE(NAME)                                                                    \
  {                                                                                              \
    Shape s{CIN, COUT, N, RIN, ROUT, 11, ACTIVE, BACKWARD, SLOPE, PLANES, ADD, NEAR, POINTS, HEIGHT, GATED, GAINED, RESIDUAL, PASSES, REACH};        \
    LayerData<In, Out, Sum> d(s);                                                                     \
    std::vector<float> partial((size_t)s.groups * PIECES * COUT * ROUT, NAN);                    \
    auto synthesis = inLaneOrder(d.synthesis, RIN, N, true);                                     \
    auto analysis = inLaneOrder(d.analysis, ROUT, N, false);                                     \
    launch({3, SPLIT, 1}, 32 * WARPS, WEIGHTS + SUMS + COEFFS, [&] {                             \
      layer(d.field.data(), d.weight.data(), d.stencil.data(), d.gate.data(), d.bias.data(), d.gateBias.data(), d.add.data(), d.coeff.data(),        \
            synthesis.data(), d.slope.data(), analysis.data(),                                   \
            s.in > 0 || s.slope ? d.out.data() : nullptr,                                        \
            d.active.data(), partial.data(), s.groups);                                          \
    });                                                                                          \
    launch({(ROUT / 2 + 31) / 32, COUT, (s.groups + 7) / 8}, 256, 8 * 33 * 2,                    \
           [&] { addPieces(partial.data(), d.modes.data(), s.groups); });                        \
    d.compare(NAME, s);                                                                          \
  }

#define LAYER_CASE(NAME)                                                                         \
  {                                                                                              \
    Shape s{CIN, COUT, N, RIN, ROUT, GROUPS, ACTIVE, BACKWARD, SLOPE, PLANES, ADD, NEAR, POINTS, HEIGHT, GATED, GAINED, RESIDUAL, PASSES, REACH};         \
    LayerData<In, Out, Sum> d(s);                                                                             \
    size_t floats = WEIGHTS + STAGED_MATRICES + SUMS + COEFFS;                                   \
    auto synthesis = inLaneOrder(d.synthesis, RIN, N, true);                                     \
    auto analysis = inLaneOrder(d.analysis, ROUT, N, false);                                     \
    launch({2, SPLIT, 1}, 32 * WARPS, floats, [&] {                                                  \
      layer(d.field.data(), d.weight.data(), d.stencil.data(), d.gate.data(), d.bias.data(), d.gateBias.data(), d.add.data(), d.coeff.data(),        \
            synthesis.data(), d.slope.data(), analysis.data(),                                   \
            s.in > 0 || s.slope ? d.out.data() : nullptr,                                        \
            d.active.data(), d.modes.data(), s.groups);                                          \
    });                                                                                          \
    d.compare(NAME, s);                                                                          \
  }

#define ADD 0
#define FROM_STATES 0
#define TO_STATES 0
#define NEAR 0
#define POINTS N
#define HEIGHT 1
#define GROUPS 5
#define GATED 0
#define GAINED 0
#define RESIDUAL 0
#define PASSES 0
#define SPLIT 2
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
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, forward on a line")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
namespace backward_line {
#define ACTIVE 0
#define BACKWARD 1
#define SLOPE 1
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, backward on a line")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
#undef CROWDED
#define CROWDED 1
namespace crowded_line {
#define ACTIVE 1
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, forward on a line of a crowded chip")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
#undef CROWDED
#define CROWDED 0
#undef SPLIT
#define SPLIT 1
namespace forward_whole_line {
#define ACTIVE 1
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, all channels of a line in a block")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
namespace forward_long_line {
#undef WARPS
#define WARPS 3
#define ACTIVE 1
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LONG_LAYER_CASE("layer, forward on a long line")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
}
#undef SPLIT
#define SPLIT 2
namespace backward_long_line {
#undef WARPS
#define WARPS 2
#define ACTIVE 0
#define BACKWARD 1
#define SLOPE 1
#include "near.cu"
#include "layer.cu"
static void test() LONG_LAYER_CASE("layer, backward on a long line")
#undef RIN
#undef ROUT
#undef SLOPE
}
#undef SPLIT
#define SPLIT 1
namespace long_lines_alone {
#undef WARPS
#define WARPS 1
#define RIN 0
#define ROUT 80
#define SLOPE 0
#undef ADD
#define ADD 1
#undef CIN
#define CIN 0
#include "near.cu"
#include "layer.cu"
static void test() LONG_LAYER_CASE("layer, lines of a long line alone")
#undef RIN
#undef ROUT
#undef ADD
#undef CIN
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
#define RIN 16
#define ROUT 24
#define ADD 0
#define CIN 12
}
#undef WARPS
#define WARPS 2
namespace forward_shared_plane {
#undef PLANES
#define PLANES 1
#undef WARPS
#define WARPS 4
#define ACTIVE 1
#define BACKWARD 0
#define SLOPE 0
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, forward on planes, warps share a row")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
}
namespace backward_shared_plane {
#define ACTIVE 0
#define BACKWARD 1
#define SLOPE 1
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, backward on planes, warps share a row")
#undef ACTIVE
#undef BACKWARD
#undef SLOPE
#undef SPREAD
#undef PLANES
#define PLANES !SPREAD
#undef WARPS
#define WARPS 2
}
namespace backward_plane {
#define ACTIVE 0
#define BACKWARD 1
#define SLOPE 1
#define SPREAD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, backward on planes")
#undef RIN
#undef ROUT
#undef BACKWARD
#undef SLOPE
}
#undef SPLIT
#define SPLIT 2
namespace slope_alone {
#define RIN 0
#define ROUT 16
#define BACKWARD 1
#define SLOPE 1
#undef ADD
#define ADD 1
#undef CIN
#define CIN 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, slope of a sum alone")
#undef SLOPE
}
namespace lines_alone {
#undef WARPS
#define WARPS 4
#define SLOPE 0
#undef SPREAD
#define SPREAD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, lines of a field alone")
#undef WARPS
#define WARPS 2
#undef SPREAD
#define SPREAD 0
#undef RIN
#undef ROUT
#undef BACKWARD
#undef SLOPE
#undef ADD
#define ADD 0
#undef CIN
#define CIN 11
}
namespace lift {
#define RIN 0
#define ROUT 8
#define BACKWARD 0
#define SLOPE 0
#undef FROM_STATES
#define FROM_STATES 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, no synthesis, from states")
#undef ROUT
#undef BACKWARD
#undef FROM_STATES
}
namespace lift_back {
#define ROUT 0
#define BACKWARD 1
#define FROM_STATES 0
#undef TO_STATES
#define TO_STATES 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, back to states")
}
#undef TO_STATES
#define TO_STATES 0
#undef ROUT
#define ROUT 24
#undef RIN
#define RIN 16
#undef NEAR
#define NEAR 1
#undef SPREAD
#define SPREAD 1
#undef WARPS
#define WARPS 4
namespace near_on_a_line {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on a line")
}
namespace near_on_a_line_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on a line, back")
}
#undef SLOPE
#define SLOPE 1
namespace near_on_a_line_through_gelu {
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on a line, back through a GELU")
}
#undef N
#define N 288
#undef SPLIT
#define SPLIT 1
namespace near_on_a_long_line_through_gelu {
#include "near.cu"
#include "layer.cu"
static void test() LONG_LAYER_CASE("layer, neighbours on a long line, back through a GELU")
}
#undef SLOPE
#define SLOPE 0
namespace near_on_a_long_line {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LONG_LAYER_CASE("layer, neighbours on a long line")
}
#undef NEAR
#define NEAR 2
#undef POINTS
#define POINTS 16
#undef HEIGHT
#define HEIGHT 24
#undef GROUPS
#define GROUPS 12
#undef N
#define N 32
#undef SPREAD
#define SPREAD 0
#undef PLANES
#define PLANES 1
#undef SPLIT
#define SPLIT 1
namespace near_on_a_plane {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
// Two lines of a plane are one group.
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on a plane")
}
#undef GROUPS
#define GROUPS 24
namespace near_on_planes_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on planes, back")
}
#undef SLOPE
#define SLOPE 1
namespace near_on_planes_through_gelu {
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on planes, back through a GELU")
}
#undef SPREAD
#define SPREAD 1
#undef POINTS
#define POINTS 64
#undef N
#define N 64
#undef WARPS
#define WARPS 2
namespace near_on_shared_planes_through_gelu {
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on shared planes, back through a GELU")
}
#undef SLOPE
#define SLOPE 0
namespace near_on_shared_planes {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours on shared planes")
}
#undef SPREAD
#define SPREAD 0
#undef POINTS
#define POINTS 16
#undef N
#define N 32
#undef WARPS
#define WARPS 4
#undef GATED
#define GATED 1
namespace gated_on_a_plane {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours and gate on planes")
}
namespace gated_on_a_plane_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, neighbours and gate on planes, back")
}
#undef CIN
#define CIN COUT
namespace residual_on_a_plane {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#undef RESIDUAL
#define RESIDUAL 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, residual on planes")
}
namespace residual_on_a_plane_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#undef RESIDUAL
#define RESIDUAL 0
#undef ADD
#define ADD 1
#undef SLOPE
#define SLOPE 1
#undef PASSES
#define PASSES 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, residual on planes, back")
#undef ADD
#define ADD 0
#undef SLOPE
#define SLOPE 0
#undef PASSES
#define PASSES 0
}
#undef NEAR
#define NEAR 0
#undef POINTS
#define POINTS N
#undef GROUPS
#define GROUPS 5
#undef N
#define N 128
#undef SPREAD
#define SPREAD 1
#undef PLANES
#define PLANES 0
#undef SPLIT
#define SPLIT 2
namespace gated_on_a_line {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, gate on a line")
}
namespace residual_on_a_line {
#undef RESIDUAL
#define RESIDUAL 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, residual on a line")
#undef RESIDUAL
#define RESIDUAL 0
}
#undef CIN
#define CIN 11
#undef GATED
#define GATED 0
#undef GAINED
#define GAINED 1
#undef SLOPE
#define SLOPE 1
namespace gained_on_a_line {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, back through a gain on a line")
}
#undef PASSES
#define PASSES 1
namespace gained_residual_on_a_line {
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, back through a residual gain on a line")
}
#undef PASSES
#define PASSES 0
namespace gained_alone {
#undef RIN
#define RIN 0
#undef ADD
#define ADD 1
#undef CIN
#define CIN 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, back through a gain alone")
#undef CIN
#define CIN 11
#undef GAINED
#undef GATED
}
#define GAINED 0
#define GATED 0
#undef RIN
#define RIN 0
#undef SLOPE
#define SLOPE 0
#undef ADD
#define ADD 1
namespace adds_on_a_line {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, another field is added on a line")
}
#undef RIN
#define RIN 16
#undef NEAR
#define NEAR 1
#undef REACH
#define REACH 2
#undef ADD
#define ADD 0
namespace wide_on_a_line {
#undef ACTIVE
#define ACTIVE 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, wide stencil on a line")
}
namespace wide_on_a_line_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#undef ADD
#define ADD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, wide stencil on a line, back")
}
#undef ADD
#define ADD 0
#undef NEAR
#define NEAR 2
#undef POINTS
#define POINTS 16
#undef GROUPS
#define GROUPS 24
#undef N
#define N 32
#undef SPREAD
#define SPREAD 0
#undef PLANES
#define PLANES 1
#undef SPLIT
#define SPLIT 1
#undef GATED
#define GATED 1
namespace wide_on_planes {
#undef ACTIVE
#define ACTIVE 1
#undef BACKWARD
#define BACKWARD 0
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, wide stencil and gate on planes")
}
namespace wide_on_planes_back {
#undef ACTIVE
#define ACTIVE 0
#undef BACKWARD
#define BACKWARD 1
#include "near.cu"
#include "layer.cu"
static void test() LAYER_CASE("layer, wide stencil and gate on planes, back")
}
#undef REACH
#define REACH 1
#undef GAINED
#undef GATED
// Sums over all columns of left times right and of left; or of left times each difference of right.
template <class LeftT, class RightT, class Outer>
static void checkOuter(const std::string &name, const Shape &s, Outer outer) {
  const int columns = s.groups * s.n, blocks = 3, map = s.out * s.in, first = s.near > 0 ? 1 : 0, taps = s.near > 0 ? 2 * s.near * s.reach : 1;
  const int count = taps * map + (s.near > 0 ? 0 : s.out);
  auto left = noise<LeftT>(s.out * columns);
  auto right = noise<RightT>(s.in * columns);
  std::vector<float> partial(blocks * count), total(count, 0.5f);
  launch({blocks, taps, 1}, 32 * WARPS, count / taps, [&] { outer(left.data(), right.data(), partial.data(), columns); });
  std::vector<double> truth(count, 0.5);
  for (int o = 0; o < s.out; o++)
    for (int l = 0; l < columns; l++) {
      if (s.near == 0) truth[map + o] += value(left[o * columns + l]);
      for (int i = 0; i < s.in; i++)
        for (int t = 0; t < taps; t++)
          truth[t * map + o * s.in + i] +=
              value(left[o * columns + l]) * s.difference(right.data() + (size_t)i * columns, first + t, l);
    }
  launch({(count + 31) / 32, 1, 1}, 32 * LAYERS, 32 * LAYERS, [&] { gather(partial.data(), total.data(), blocks, count); });
  check(name, total, truth);
}
#undef WARPS
#define WARPS 4
#undef COUT
#define COUT 44
#undef NEAR
#define NEAR 0
namespace outer_gradient {
#include "near.cu"
#include "outer.cu"
static void test() {
  checkOuter<Field, In>("outer, weights and bias", Shape{CIN, COUT, 32, 0, 0, 13}, outer);
}
#undef NEAR
#define NEAR 1
#undef POINTS
#define POINTS 96
}
namespace outer_on_lines {
#include "near.cu"
#include "outer.cu"
static void test() {
  Shape s{CIN, COUT, POINTS, 0, 0, 4};
  s.near = NEAR, s.points = POINTS;
  checkOuter<Field, In>("outer, differences on lines", s, outer);
}
#undef NEAR
#define NEAR 2
#undef POINTS
#define POINTS 16
}
namespace outer_on_planes {
#include "near.cu"
#include "outer.cu"
static void test() {
  Shape s{CIN, COUT, 16 * HEIGHT, 0, 0, 2};
  s.near = NEAR, s.points = POINTS, s.height = HEIGHT;
  checkOuter<Field, In>("outer, differences on planes", s, outer);
}
}
#undef REACH
#define REACH 2
namespace wide_outer_on_planes {
#include "near.cu"
#include "outer.cu"
static void test() {
  Shape s{CIN, COUT, 16 * HEIGHT, 0, 0, 2};
  s.near = NEAR, s.points = POINTS, s.height = HEIGHT, s.reach = REACH;
  checkOuter<Field, In>("outer, differences of wide stencils on planes", s, outer);
}
#undef NEAR
#define NEAR 1
}
namespace wide_outer_on_lines {
#include "near.cu"
#include "outer.cu"
static void test() {
  Shape s{CIN, COUT, POINTS, 0, 0, 8};
  s.near = NEAR, s.points = POINTS, s.reach = REACH;
  checkOuter<Field, In>("outer, differences of wide stencils on lines", s, outer);
}
#undef REACH
#define REACH 1
#undef HEIGHT
#undef POINTS
#undef NEAR
#undef GROUPS
}
namespace mode_products {
#define HID 0
#include "modes.cu"
static void testOf(int samples) {
  const int modes = 3;
  const size_t ofX = (size_t)modes * CIN * samples * 2, ofY = (size_t)modes * COUT * samples * 2;
  auto x = noise(ofX), gy = noise(ofY);
  auto w = noise(modes * COUT * 2 * CIN), gw = noise(modes * COUT * 2 * CIN);
  std::vector<float> y(ofY), gx(ofX), again(gw);
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
  // Few samples leave some warps without any.
  const int threads = 32 * std::min(WARPS, (samples + 3) / 4);
  launch({modes, roundUp(COUT, 16) / 16, 1}, threads, 16 * PITCH,
         [&] { mix(x.data(), w.data(), y.data(), samples); });
  launch({modes, roundUp(CIN, 16) / 16, 1}, threads, 0,
         [&] { mixBack(gy.data(), w.data(), gx.data(), samples); });
  launch({modes, roundUp(COUT, 16) / 16, (roundUp(CIN, 8) / 8 + WARPS - 1) / WARPS}, 32 * WARPS, 0,
         [&] { mixWeight(gy.data(), x.data(), gw.data(), samples); });
  launch({modes, roundUp(COUT, 16) / 16, roundUp(CIN, 8) / 8}, 32 * WARPS, WARPS * 256,
         [&] { mixWeightShared(gy.data(), x.data(), again.data(), samples); });
  const std::string of = ", " + std::to_string(samples) + " samples";
  check("modes, product" + of, y, ty);
  check("modes, gradient of the input" + of, gx, tgx);
  check("modes, gradient of the weights" + of, gw, tgw);
  check("modes, gradient of the weights, samples shared" + of, again, tgw);
}

static void test() {
  testOf(70);
  const std::mt19937 kept = random_;  // so that the tests below draw what they always drew
  testOf(6);
  testOf(1);
  random_ = kept;
}
}
#undef HID
namespace gated {
constexpr int B = 10, C_ = 11, K_ = 5, H_ = 16, n = 64;

// The loss of one sample of a gated block by the definitions, in double.
struct Block {
  std::vector<double> z, x, phi, w1, b1, w2, b2, shift, scale, gy, given;
  double gain;

  double loss(int b) const {
    double s[8] = {0}, P[K_], E = 0, width = 0, steps = 0, fourth = 0, crest = 0;
    for (int k = 0; k < K_; k++) {
      P[k] = 0;
      for (int c = 0; c < C_; c++)
        for (int p = 0; p < 2; p++) P[k] += square(x[((k * C_ + c) * B + b) * 2 + p]);
      P[k] *= (k == 0 ? 1.0 : 2.0) / C_;
      E += P[k];
    }
    for (int k = 0; k < K_; k++) s[1] += k / 4.0 * P[k] / (E + 1e-6);
    double second = 1e-4, third = 0;
    for (int k = 0; k < K_; k++) {
      second += square(k / 4.0 - s[1]) * P[k] / (E + 1e-6);
      third += std::pow(k / 4.0 - s[1], 3) * P[k] / (E + 1e-6);
    }
    auto slog = [](double v) { return std::copysign(std::log1p(std::fabs(v)), v); };
    s[0] = std::log(E + 1e-6);
    s[2] = std::sqrt(second);
    s[3] = slog(third / std::pow(s[2], 3));
    for (int c = 0; c < C_; c++) {
      const double *v = &z[(c * B + b) * n];
      double mean = 0, W = 1e-6, G = 0, Q = 0, M = 0;
      for (int i = 0; i < n; i++) mean += v[i] / n;
      for (int i = 0; i < n; i++) W += square(v[i] - mean) / n;
      for (int i = 0; i < n; i++) {
        double y = (v[i] - mean) / std::sqrt(W);
        G += square(v[(i + 1) % n] - v[i]) / W / n;
        Q += square(square(y)) / n;
        M = std::fmax(M, y * y);
      }
      width += W / C_;
      steps += std::sqrt(G + 1e-6) / C_;
      fourth += Q / C_;
      crest += std::sqrt(M + 1e-12) / C_;
    }
    s[4] = 0.5 * std::log(width);
    s[5] = 0.5 * steps;
    s[6] = slog(fourth - 3);
    s[7] = std::log1p(crest);
    const int used[] = {0, 1, 2, 3, 5, 6, 7};  // without the width
    double h[H_], sum = 0, f[10];
    for (int i = 0; i < 10; i++) f[i] = ((i < 7 ? s[used[i]] : given[(i - 7) * B + b]) - shift[i]) / scale[i];
    for (int j = 0; j < H_; j++) {
      h[j] = b1[j];
      for (int i = 0; i < 10; i++) h[j] += w1[j * 10 + i] * f[i];
      h[j] = std::fmax(h[j], 0.0);
    }
    for (int k = 0; k < K_; k++)
      for (int o = 0; o < C_; o++) {
        double re = 0, im = 0, g = b2[k * C_ + o];
        for (int i = 0; i < C_; i++) {
          const double *v = &x[((k * C_ + i) * B + b) * 2], *w = &phi[(k * C_ + o) * 2 * C_ + i];
          re += w[0] * v[0] - w[C_] * v[1];
          im += w[0] * v[1] + w[C_] * v[0];
        }
        for (int j = 0; j < H_; j++) g += w2[(k * C_ + o) * H_ + j] * h[j];
        double factor = 1 + std::log1p(std::exp(gain)) * std::tanh(g);
        size_t at = ((k * C_ + o) * B + b) * 2;
        sum += factor * (re * gy[at] + im * gy[at + 1]);
      }
    return sum;
  }

  double loss() const {
    double sum = 0;
    for (int b = 0; b < B; b++) sum += loss(b);
    return sum;
  }

  // By central differences; b < 0 where the number belongs to all samples.
  double slope(double &at, int b) {
    const double step = 1e-5, before = at;
    at = before + step;
    double up = b < 0 ? loss() : loss(b);
    at = before - step;
    double down = b < 0 ? loss() : loss(b);
    at = before;
    return (up - down) / (2 * step);
  }

  std::vector<double> slopes(std::vector<double> &of, int perSample) {
    std::vector<double> all(of.size());
    for (size_t i = 0; i < of.size(); i++)
      all[i] = slope(of[i], perSample ? (int)(i / perSample % B) : -1);
    return all;
  }
};

template <class T>
static std::vector<double> wide(const std::vector<T> &v) {
  std::vector<double> all;
  for (const T &x : v) all.push_back(value(x));
  return all;
}

static std::vector<float> unknown(size_t n) { return std::vector<float>(n, NAN); }

#undef N
#define N 64
#define AXES 1
#define ROW_WARPS 4
#define LOOK_WARPS 0
#define ROW_THREADS 64
namespace spread_wide {
#include "moments.cu"
}
#undef ROW_THREADS
#define ROW_THREADS 32
#define THREADS 64
#define C 11
#define K 5
#define HID 16
#define FEATURES 10
#define EXTRA 3
#define MASK 0xef
#define ACT 1
#include "moments.cu"
#include "gate.cu"
#undef LOOK_WARPS
#define LOOK_WARPS 13
namespace rows_of_warps {
#include "moments.cu"
#include "gate.cu"
}
#undef LOOK_WARPS
#define LOOK_WARPS 2
#undef ROW_THREADS
#define ROW_THREADS 4
namespace rows_of_few_lanes {
#include "moments.cu"
#include "gate.cu"
}
#undef FEATURES
#define FEATURES 3
#undef MASK
#define MASK 0
#undef LOOK_WARPS
#define LOOK_WARPS 0
namespace without_statistics {
#include "gate.cu"

// A gate that sees only what it is told, with the loss sum h u.
static void test() {
  auto w1 = noise(HID * FEATURES), b1 = noise(HID), given = noise(EXTRA * B), u = noise(B * HID);
  auto values = noise(7 * C * B), power = noise(K * B), some = noise(K), gains = noise(K);
  for (float &x : values) x = std::fabs(x);
  for (float &x : power) x = std::fabs(x);
  auto context = unknown(7 * B), seen = unknown(FEATURES * B), before = unknown(B * HID), hidden = before;
  launch({B, 1, 1}, 64, ROOM, [&] {
    statistics(power.data(), some.data(), w1.data(), b1.data(), nullptr, nullptr, given.data(), values.data(),
               context.data(), seen.data(), before.data(), hidden.data(), B);
  });
  std::vector<double> numbers(B * HID), ofWeights(HID * (FEATURES + 1)), back(EXTRA * B);
  for (int b = 0; b < B; b++)
    for (int j = 0; j < HID; j++) {
      double sum = b1[j];
      for (int i = 0; i < FEATURES; i++) sum += (double)w1[j * FEATURES + i] * given[i * B + b];
      numbers[b * HID + j] = std::fmax(sum, 0.0);
      const double slope = sum > 0 ? u[b * HID + j] : 0.0;
      for (int i = 0; i < FEATURES; i++) {
        ofWeights[j * FEATURES + i] += slope * given[i * B + b];
        back[i * B + b] += slope * w1[j * FEATURES + i];
      }
      ofWeights[HID * FEATURES + j] += slope;
    }
  check("gate that is only told, forward", hidden, numbers);
  std::vector<float> ofBefore(B * HID), pull(4 * B), spectral(K * B), gain{0.3f}, ggain{0}, gw1(HID * (FEATURES + 1));
  auto ofGiven = unknown(EXTRA * B);
  launch({B + 1, 1, 1}, THREADS, THREADS + 8 + 32 + HID * FEATURES, [&] {
    gateFinish(u.data(), 1, before.data(), w1.data(), nullptr, context.data(), some.data(), some.data(), gains.data(), K,
               gain.data(), ggain.data(), ofBefore.data(), pull.data(), spectral.data(), ofGiven.data(), B);
  });
  launch({(HID * (FEATURES + 1) + THREADS / 32 - 1) / (THREADS / 32), 1, 1}, THREADS, 0,
         [&] { gateWeight(ofBefore.data(), seen.data(), gw1.data(), B); });
  check("gate that is only told, of what was told", ofGiven, back);
  check("gate that is only told, of the first layer", gw1, ofWeights);
  check("gate that is only told, of the state", spectral, std::vector<double>(K * B));
}
}
#undef FEATURES
#define FEATURES 10
#undef MASK
#define MASK 0xef
namespace product_ {
#undef COUT
#define COUT 11
#include "modes.cu"
#undef COUT
#define COUT 44
}

static std::vector<float> scaled(std::vector<float> v, float by) {
  for (float &x : v) x *= by;
  return v;
}

// What is found out about samples before they are gated.
struct Findings {
  std::vector<float> moments = unknown(7 * C * B), context = unknown(7 * B);
  std::vector<float> seen = unknown(FEATURES * B), before = unknown(B * HID), hidden = unknown(B * HID);

  // Each number by itself, because they are of different size.
  void compare(const char *name, const Findings &truth) const {
    bool good = true;
    for (auto of : {&Findings::moments, &Findings::context, &Findings::seen, &Findings::before,
                    &Findings::hidden})
      for (size_t i = 0; i < (this->*of).size(); i++) {
        double x = (truth.*of)[i];
        good = good && std::fabs((this->*of)[i] - x) <= 1e-5 * (std::fabs(x) + 0.1);
      }
    if (!good) failures++;
    printf("%-44s %s\n", name, good ? "ok" : "WRONG");
  }
};

static void test() {
  auto z = noise<Field>(C * B * n);
  // One peak in each row: of two equal ones, as rounded numbers have them, the gradient goes to one.
  for (int row = 0; row < C * B; row++) store1(&z[row * n + 7 * row % n], row % 2 ? -5.5f : 5.5f);
  auto x = noise(K * C * B * 2), phi = scaled(noise(K * C * 2 * C), 0.3f);
  auto w1 = scaled(noise(HID * FEATURES), 0.3f), b1 = noise(HID), gy = noise(x.size());
  auto w2 = scaled(noise(K * C * HID), 0.1f), b2 = scaled(noise(K * C), 0.3f);
  auto shift = noise(FEATURES), scale = scaled(noise(FEATURES), 0.1f);
  for (float &v : scale) v += 1.5f;
  std::vector<float> gain{0.3f}, radius(K), twice(K, 2.0f);
  twice[0] = 1;
  for (int k = 0; k < K; k++) radius[k] = k / (K - 1.0f);
  auto given = noise(EXTRA * B);
  Block truth{wide(z), wide(x), wide(phi), wide(w1), wide(b1), wide(w2), wide(b2),
              wide(shift), wide(scale), wide(gy), wide(given), gain[0]};

  const int rows = C * B;
  Findings found;
  auto &[moments, context, seen, before, hidden] = found;
  std::vector<float> power(K * B);
  std::vector<float> again(7 * rows), y(x.size()), plain(y), tanhs(K * C * B);
  const int rowBlocks = (rows + ROW_WARPS - 1) / ROW_WARPS, powers = 1 + K * B / THREADS;
  launch({rowBlocks + powers, 1, 1}, 32 * ROW_WARPS, 0, [&] {
    gated::moments(z.data(), moments.data(), rows, rowBlocks, x.data(), twice.data(), power.data(),
                   K, C);
  });
  launch({rows + powers, 1, 1}, THREADS, 64, [&] {
    spread_wide::moments(z.data(), again.data(), rows, rows, x.data(), twice.data(), power.data(), K,
                         C);
  });
  check("moments, of one warp and of two", again, wide(moments));
  launch({B, 1, 1}, 64, ROOM, [&] {
    statistics(power.data(), radius.data(), w1.data(), b1.data(),
               shift.data(), scale.data(), given.data(), moments.data(), context.data(), seen.data(),
               before.data(), hidden.data(), B);
  });
  auto lookWith = [&](auto look, int warps, const char *name) {
    Findings f;
    launch({B, 1, 1}, 32 * warps, ROOM + 3 * K + 7 * C, [&] {
      look(z.data(), x.data(), twice.data(), radius.data(), w1.data(), b1.data(), shift.data(),
           scale.data(), given.data(), f.moments.data(), f.context.data(), f.seen.data(),
           f.before.data(), f.hidden.data(), B);
    });
    f.compare(name, found);
  };
  lookWith(rows_of_warps::look, 13, "look, a warp for a row");
  lookWith(rows_of_few_lanes::look, 2, "look, four lanes for a row");
  launch({K, roundUp(C, 16) / 16, 1}, 32 * WARPS, 16 * product_::PITCH, [&] {
    product_::mixGated(x.data(), phi.data(), hidden.data(), w2.data(), b2.data(), gain.data(),
                       y.data(), plain.data(), tanhs.data(), B);
  });
  double loss = 0;
  for (size_t i = 0; i < y.size(); i++) loss += (double)y[i] * gy[i];
  check<float>("gate, forward", {(float)loss}, {truth.loss()});

  const int chunks = (B + CHUNK - 1) / CHUNK;
  std::vector<float> gy0(x.size()), back(K * C * B), ofHidden(K * B * HID), ofGain(K * chunks);
  std::vector<float> gw2(K * C * (HID + 1));
  launch({K, chunks, 1}, THREADS, C * (CHUNK + 1) + C * (HID + 1) + 32, [&] {
    gateBack(gy.data(), plain.data(), tanhs.data(), w2.data(), gain.data(), gy0.data(),
             back.data(), ofHidden.data(), ofGain.data(), B);
  });
  launch({K, 1, 1}, THREADS, C * (WIDE + 1) + WIDE * (HID + 1),
         [&] { gateLast(back.data(), hidden.data(), gw2.data(), B); });
  std::vector<float> ofBefore(B * HID), pull(4 * B), spectral(K * B), ggain{0}, gw1(HID * (FEATURES + 1));
  auto ofGiven = unknown(EXTRA * B);
  launch({B + 1, 1, 1}, THREADS, THREADS + 8 + 32 + HID * FEATURES, [&] {
    gateFinish(ofHidden.data(), K, before.data(), w1.data(), scale.data(), context.data(),
               radius.data(), twice.data(), ofGain.data(), K * chunks, gain.data(), ggain.data(),
               ofBefore.data(), pull.data(), spectral.data(), ofGiven.data(), B);
  });
  launch({(HID * (FEATURES + 1) + THREADS / 32 - 1) / (THREADS / 32), 1, 1}, THREADS, 0, [&] { gateWeight(ofBefore.data(), seen.data(), gw1.data(), B); });
  std::vector<float> gx(x.size());
  std::vector<Field> gz(z.size());
  launch({K, roundUp(C, 16) / 16, 1}, 32 * WARPS, 0, [&] {
    product_::mixGatedBack(gy0.data(), phi.data(), x.data(), spectral.data(), gx.data(), B);
  });
  const int backThreads = 32 * ROW_WARPS;
  launch({(rows * n / 4 + backThreads - 1) / backThreads, 1, 1}, backThreads, 0, [&] {
    momentsBack(z.data(), moments.data(), pull.data(), gz.data(), rows, B);
  });

  auto part = [](const std::vector<float> &v, size_t from, size_t to) {
    return std::vector<float>(v.begin() + from, v.begin() + to);
  };
  check("gate, gradient of the gain", ggain, {truth.slope(truth.gain, -1)});
  check("gate, of the last weights", part(gw2, 0, K * C * HID), truth.slopes(truth.w2, 0));
  check("gate, of the last bias", part(gw2, K * C * HID, gw2.size()), truth.slopes(truth.b2, 0));
  check("gate, of the first weights", part(gw1, 0, HID * FEATURES), truth.slopes(truth.w1, 0));
  check("gate, of the first bias", part(gw1, HID * FEATURES, gw1.size()), truth.slopes(truth.b1, 0));
  check("gate, of what was given", ofGiven, truth.slopes(truth.given, 1));
  check("gate, of the modes", gx, truth.slopes(truth.x, 2));
  check("gate, of the field", gz, truth.slopes(truth.z, n));
}
#undef THREADS
}
template <class Down, class Up>
static void checkRows(const std::string &name, int n, int line, int columns, int k1, int next, int threads, Down down, Up up) {
  const int images = 5, positive = (k1 + 1) / 2, tiles = (k1 + 7) / 8, image = n * line;
  auto v = noise(images * image), m = noise(images * (next > 0 ? next : columns * k1 * 2));
  std::vector<float> foundM(m.size()), foundV(v.size());
  std::vector<float> toModes(n / 8 * tiles * 128), toLines(toModes.size());
  std::vector<double> tm(m.size()), tv(v.size());
  for (int k = 0; k < k1; k++)
    for (int x = 0; x < n; x++) {
      double phase = 2 * M_PI * (k < positive ? k : k - k1) * x / n;
      // Lane (group, step % 4) of a left factor has row `group` (cosine) and group + 8 (sine) of column `step`.
      float *down = &toModes[((x / 8 * tiles + k / 8) * 32 + k % 8 * 4 + x % 4) * 4 + x % 8 / 4 * 2];
      float *up = &toLines[((x / 8 * tiles + k / 8) * 32 + x % 8 * 4 + k % 4) * 4 + k % 8 / 4 * 2];
      down[0] = up[0] = std::cos(phase);
      down[1] = up[1] = std::sin(phase);
      for (int b = 0; b < images; b++)
        for (int c = 0; c < columns; c++) {
          size_t vi = b * image + x * line + 2 * c, mi = next > 0 ? b * next + 2 * (c * k1 + k) : ((c * k1 + k) * images + b) * 2;
          tm[mi] += v[vi] * std::cos(phase) + v[vi + 1] * std::sin(phase);
          tm[mi + 1] += v[vi + 1] * std::cos(phase) - v[vi] * std::sin(phase);
          tv[vi] += m[mi] * std::cos(phase) - m[mi + 1] * std::sin(phase);
          tv[vi + 1] += m[mi + 1] * std::cos(phase) + m[mi] * std::sin(phase);
        }
    }
  launch({1, 1, 1}, threads, 0, [&] { down(v.data(), toModes.data(), foundM.data(), images); });
  launch({1, 1, 1}, threads, 0, [&] { up(m.data(), toLines.data(), foundV.data(), images); });
  check("rows, down, " + name, foundM, tm);
  check("rows, up, " + name, foundV, tv);
}
#undef N
#define N 32
#define LINE 16
#define COLUMNS 7
#define K1 9
namespace plane_rows {
#define SHARE 2
#define PARTS 1
#define NEXT_LINE 0
#include "rows.cu"
static void test() { checkRows("a warp for a plane", N, LINE, COLUMNS, K1, NEXT_LINE, 32 * WARPS, down, up); }
#undef SHARE
}
namespace shared_rows {
#define SHARE 1
#include "rows.cu"
static void test() { checkRows("warps share a plane", N, LINE, COLUMNS, K1, NEXT_LINE, 32 * WARPS, down, up); }
#undef NEXT_LINE
}
namespace inner_rows {
#define NEXT_LINE 128
#include "rows.cu"
static void test() { checkRows("an axis follows", N, LINE, COLUMNS, K1, NEXT_LINE, 32 * WARPS, down, up); }
#undef NEXT_LINE
#undef PARTS
}
namespace shared_waves {
#define NEXT_LINE 0
#define PARTS 2
#include "rows.cu"
static void test() { checkRows("warps share the waves", N, LINE, COLUMNS, K1, NEXT_LINE, 32 * WARPS, down, up); }
}
// What the kernels of a head want: floats of shared memory, warps.
struct HeadNeeds {
  int forward, field, weight, warps, weightWarps;
};
template <class Head, class OfField, class OfWeight>
static void checkHead(const std::string &name, int cin, int hidden, int cout, HeadNeeds needs, Head head,
                      OfField headField, OfWeight headWeight) {
  const int columns = 32 * 5, blocks = 2, width = cin + 1 + cout, count = hidden * width + cout;
  auto v = noise<Field>(cin * columns);
  auto q0 = noise(hidden * cin), b0 = noise(hidden);
  auto q1 = noise(cout * hidden), b1 = noise(cout), g = noise(cout * columns);
  std::vector<Field> gv(cin * columns);
  std::vector<float> out(cout * columns), partial(blocks * count), total(count);
  std::vector<double> to(out.size()), tgv(gv.size()), tp(count);
  for (int c = 0; c < cout; c++)
    for (int l = 0; l < columns; l++) {
      to[c * columns + l] = b1[c];
      tp[hidden * width + c] += g[c * columns + l];
    }
  for (int l = 0; l < columns; l++)
    for (int j = 0; j < hidden; j++) {
      double h = b0[j], back = 0;
      for (int i = 0; i < cin; i++) h += q0[j * cin + i] * value(v[i * columns + l]);
      for (int c = 0; c < cout; c++) {
        to[c * columns + l] += q1[c * hidden + j] * activated(h);
        back += (double)q1[c * hidden + j] * g[c * columns + l];
        tp[hidden * (cin + 1) + c * hidden + j] += g[c * columns + l] * activated(h);
      }
      back *= slopeOf(h);
      tp[hidden * cin + j] += back;
      for (int i = 0; i < cin; i++) {
        tgv[i * columns + l] += q0[j * cin + i] * back;
        tp[j * cin + i] += value(v[i * columns + l]) * back;
      }
    }
  launch({2, 1, 1}, 32 * needs.warps, needs.forward, [&] {
    head(v.data(), q0.data(), b0.data(), q1.data(), b1.data(), out.data(), columns);
  });
  launch({2, 1, 1}, 32 * needs.warps, needs.field, [&] {
    headField(v.data(), q0.data(), b0.data(), q1.data(), g.data(), gv.data(), columns);
  });
  launch({blocks, 1, 1}, 32 * needs.weightWarps, needs.weight, [&] {
    headWeight(v.data(), q0.data(), b0.data(), q1.data(), g.data(), partial.data(), columns);
  });
  launch({(count + 31) / 32, 1, 1}, 32 * LAYERS, 32 * LAYERS, [&] {
    gather(partial.data(), total.data(), blocks, count);
  });
  check("head, " + name + ", forward", out, to);
  check("head, " + name + ", gradient of the field", gv, tgv);
  check("head, " + name + ", gradients of the weights", total, tp);
}
#undef COUT
#define COUT 2
namespace projection {
#define HIDDEN 64
#include "head.cu"
static void test() {
  HeadNeeds needs{HEAD_FLOATS, HEAD_FIELD_FLOATS, ROWS * INS, WARPS, WEIGHT_WARPS};
  checkHead("whole tiles", CIN, HIDDEN, COUT, needs, head, headField, headWeight);
}
#undef HIDDEN
}
namespace padded_projection {
#define HIDDEN 36
#include "head.cu"
static void test() {
  HeadNeeds needs{HEAD_FLOATS, HEAD_FIELD_FLOATS, ROWS * INS, WARPS, WEIGHT_WARPS};
  checkHead("a tile begun", CIN, HIDDEN, COUT, needs, head, headField, headWeight);
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
#define HEIGHT 24
#include "loss.cu"
static void test() {
  const int samples = 3, count = samples * HEIGHT * N, blocks = 2;
  const float weight = 0.3f, ofFirst = 0.7f;
  auto a = noise(count), b = noise(count);
  std::vector<float> gradient(count), partial(blocks), found(1);
  std::vector<double> truth(count);
  double sum = 0;
  auto at = [&](int s, int i, int j) {
    int k = (s * HEIGHT + (i + HEIGHT) % HEIGHT) * N + (j + N) % N;
    return (double)a[k] - b[k];
  };
  for (int s = 0; s < samples; s++)
    for (int i = 0; i < HEIGHT; i++)
      for (int j = 0; j < N; j++) {
        double e = at(s, i, j), di = at(s, i + 1, j) - at(s, i - 1, j);
        double dj = at(s, i, j + 1) - at(s, i, j - 1);
        sum += e * e + ofFirst * di * di + weight * dj * dj;
        truth[(s * HEIGHT + i) * N + j] =
            2.0 / count * (e + ofFirst * (2 * e - at(s, i - 2, j) - at(s, i + 2, j)) +
                           weight * (2 * e - at(s, i, j - 2) - at(s, i, j + 2)));
      }
  launch({blocks, 1, 1}, THREADS, THREADS, [&] {
    loss(a.data(), b.data(), gradient.data(), partial.data(), weight, ofFirst, 1.0f / count, count);
  });
  launch({1, 1, 1}, THREADS, THREADS,
         [&] { total(partial.data(), found.data(), blocks, 1.0f / count); });
  check("loss", found, {sum / count});
  check("loss, gradient", gradient, truth);
}
}

namespace unrolled {
#include "guard.cu"
static void test() {
  const int samples = 5, count = 300;
  auto v = noise(samples * count), real = noise(samples * count);
  for (int i = 0; i < count; i++) v[count + i] *= 30;  // a runaway
  v[3 * count + 7] = NAN;
  std::vector<double> truth(v.begin(), v.end());
  for (int b : {1, 3})
    for (int i = 0; i < count; i++) truth[b * count + i] = real[b * count + i];
  std::vector<float> sums(2 * samples, NAN);
  launch({samples, 1, 1}, THREADS, THREADS / 32,
         [&] { sizes(v.data(), real.data(), sums.data(), count); });
  launch({samples, 1, 1}, THREADS, THREADS / 32,
         [&] { guard(v.data(), real.data(), sums.data(), count, 100, 1e-6f); });
  check("guard", v, truth);
}
}

namespace joined {
#include "join.cu"
static void test() {
  const int samples = 3, cells = 12, ca = 2, cb = 4, cc = 1, count = 2, channels = ca + cb + cc + count;
  const int wide = (ca + cb) * cells;  // a and b are parts of one field
  auto ab = noise(samples * wide), c = noise(samples * cc * cells);
  auto numbers = noise(samples * count);
  std::vector<float> out(channels * samples * cells, NAN);
  std::vector<double> truth;
  for (int ch = 0; ch < channels; ch++)
    for (int s = 0; s < samples; s++)
      for (int i = 0; i < cells; i++)
        truth.push_back(ch < ca + cb        ? ab[s * wide + ch * cells + i]
                        : ch < ca + cb + cc ? c[(s * cc + ch - ca - cb) * cells + i]
                                            : numbers[s * count + ch - ca - cb - cc]);
  launch({1, 1, 1}, THREADS, 0, [&] {
    join(ab.data(), ab.data() + ca * cells, c.data(), numbers.data(), out.data(), ca, cb, cc, wide, wide,
         cc * cells, count, samples, cells);
  });
  check("join", out, truth);
}
}

// T along each axis, in double.
static std::vector<double> resized(const std::vector<Field> &field, const std::vector<float> &table, int axes, int from,
                                   int to) {
  const int height = axes == 2 ? from : 1, planes = field.size() / (height * from), rows = axes == 2 ? to : 1;
  std::vector<double> result((size_t)planes * rows * to);
  for (int p = 0; p < planes; p++)
    for (int x = 0; x < height; x++)
      for (int m = 0; m < to; m++) {
        double line = 0;
        for (int n = 0; n < from; n++) line += table[m * from + n] * value(field[((size_t)p * height + x) * from + n]);
        for (int l = 0; l < rows; l++)
          result[((size_t)p * rows + l) * to + m] += axes == 2 ? table[l * from + x] * line : line;
      }
  return result;
}

#define RESIZE_CASE(NAME, COUNT)                                                                               \
  {                                                                                                            \
    const int lines = COUNT * (AXES == 2 ? FROM : 1);                                                          \
    auto field = noise<Field>((size_t)lines * FROM), to = noise<Field>((size_t)COUNT * (AXES == 2 ? TO : 1) * TO); \
    auto table = noise(TO * FROM);                                                                             \
    auto truth = resized(field, table, AXES, FROM, TO);                                                        \
    auto sum = truth;                                                                                          \
    for (size_t i = 0; i < sum.size(); i++) sum[i] += value(to[i]);                                            \
    std::vector<Field> fresh(to.size());                                                                       \
    size_t floats = LINES * FIELD_STRIDE + TO * BETWEEN_STRIDE;                                                \
    for (int added = 0; added < 2; added++)                                                                    \
      launch({2, 1, 1}, 32 * WARPS, floats,                                                                    \
             [&] { resize(field.data(), table.data(), added ? to.data() : fresh.data(), lines, added); });     \
    check(NAME, fresh, truth);                                                                                 \
    check(NAME ", added", to, sum);                                                                            \
  }

#undef WARPS
#undef AXES
#define AXES 1
namespace shrunk_lines {
#define FROM 48
#define TO 32
#define WARPS 4
#include "resize.cu"
static void test() RESIZE_CASE("resize, shorter lines", 37)
#undef FROM
#undef TO
}
namespace grown_lines {
#define FROM 16
#define TO 64
#include "resize.cu"
static void test() RESIZE_CASE("resize, longer lines", 20)
#undef FROM
#undef TO
#undef WARPS
}
#undef AXES
#define AXES 2
namespace shrunk_planes {
#define FROM 48
#define TO 16
#define WARPS 4
#include "resize.cu"
static void test() RESIZE_CASE("resize, smaller planes", 3)
#undef FROM
#undef TO
#undef WARPS
}
namespace grown_planes {
#define FROM 32
#define TO 48
#define WARPS 12
#include "resize.cu"
static void test() RESIZE_CASE("resize, larger planes", 3)
#undef FROM
#undef TO
#undef WARPS
}

int main() {
  forward_line::test();
  backward_line::test();
  crowded_line::test();
  forward_whole_line::test();
  forward_long_line::test();
  backward_long_line::test();
  long_lines_alone::test();
  forward_shared_plane::test();
  backward_shared_plane::test();
  backward_plane::test();
  slope_alone::test();
  lines_alone::test();
  lift::test();
  lift_back::test();
  outer_gradient::test();
  const std::mt19937 drawn = random_;  // so that the tests below draw what they always drew
  near_on_a_line::test();
  near_on_a_line_back::test();
  near_on_a_line_through_gelu::test();
  near_on_a_long_line_through_gelu::test();
  near_on_a_long_line::test();
  near_on_a_plane::test();
  near_on_planes_back::test();
  near_on_planes_through_gelu::test();
  near_on_shared_planes_through_gelu::test();
  near_on_shared_planes::test();
  gated_on_a_plane::test();
  gated_on_a_plane_back::test();
  residual_on_a_plane::test();
  residual_on_a_plane_back::test();
  gated_on_a_line::test();
  residual_on_a_line::test();
  gained_on_a_line::test();
  gained_residual_on_a_line::test();
  gained_alone::test();
  outer_on_lines::test();
  outer_on_planes::test();
  adds_on_a_line::test();
  wide_on_a_line::test();
  wide_on_a_line_back::test();
  wide_on_planes::test();
  wide_on_planes_back::test();
  wide_outer_on_planes::test();
  wide_outer_on_lines::test();
  random_ = drawn;
  mode_products::test();
  gated::test();
  gated::without_statistics::test();
  plane_rows::test();
  shared_rows::test();
  inner_rows::test();
  shared_waves::test();
  projection::test();
  padded_projection::test();
  optimiser::test();
  supervised::test();
  unrolled::test();
  joined::test();
  shrunk_lines::test();
  grown_lines::test();
  shrunk_planes::test();
  grown_planes::test();
  if (failures) printf("%d wrong\n", failures);
  return failures ? 1 : 0;
}
