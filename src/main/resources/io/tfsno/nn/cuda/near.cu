// The neighbours of points, for kernels that take differences of a field along NEAR axes. Grids are periodic, and
// differences reach d = 1 .. REACH points to each side:
//
//   first  D z = ( z(x + d) - z(x - d) ) / 2,   second  D^2 z / 2 = ( z(x + d) - 2 z(x) + z(x - d) ) / 2
//
// A difference has a number, its tap: 0 is z itself, then come the first ones of all axes, those of an axis in the order of
// their distance, then the second ones.
//
//   NEAR  axes along which there are differences, 0 for none; 2 for planes, the first axis first
//   REACH  neighbours on each side, 1 or 2
//   POINTS  of a line, a multiple of 8     HEIGHT  lines of a plane

#ifndef REACH
#define REACH 1
#endif

constexpr int FIRSTS = NEAR * REACH, TAPS = 1 + 2 * FIRSTS;
constexpr bool ON_PLANES = NEAR == 2;

// The index of the neighbour `step` points from `at` along the last axis, or `step` rows along
// the first.
DEVICE size_t alongLine(size_t at, int step) {
  const int x = (int)(at % POINTS), to = x + step;
  return at - x + (to < 0 ? to + POINTS : to >= POINTS ? to - POINTS : to);
}

DEVICE size_t alongPlane(size_t at, int lines) {
  const int cells = HEIGHT * POINTS, x = (int)(at % cells), to = x + lines * POINTS;
  return at - x + (to < 0 ? to + cells : to >= cells ? to - cells : to);
}

// Four neighbouring points of a channel and what is around them.
template <class T>
struct Around {
  Four<T> here, above, below;
  float before, after;
#if REACH == 2
  Four<T> above2, below2;
  float before2, after2;
#endif

  // at: a multiple of 4
  DEVICE void load(const T *channel, size_t at) {
    here = Four<T>(channel + at);
    if (NEAR > 0) {
      before = load1(channel + alongLine(at, -1));
      after = load1(channel + alongLine(at + 3, 1));
    }
    if (ON_PLANES) {
      above = Four<T>(channel + alongPlane(at, -1));
      below = Four<T>(channel + alongPlane(at, 1));
    }
#if REACH == 2
    before2 = load1(channel + alongLine(at, -2));
    after2 = load1(channel + alongLine(at + 3, 2));
    if (ON_PLANES) {
      above2 = Four<T>(channel + alongPlane(at, -2));
      below2 = Four<T>(channel + alongPlane(at, 2));
    }
#endif
  }

  DEVICE void clear() {
    here = above = below = Four<T>();
    before = after = 0.0f;
#if REACH == 2
    above2 = below2 = Four<T>();
    before2 = after2 = 0.0f;
#endif
  }

  // Point j of a tap.
  DEVICE float at(int tap, int j) const {
    const float z = here.at(j);
    if (tap == 0) return z;
    const bool first = ON_PLANES && (tap - 1) / REACH % 2 == 0, second = tap > FIRSTS;
#if REACH == 2
    if (tap % 2 == 0) {
      const float low = first ? above2.at(j) : j == 0 ? before2 : j == 1 ? before : here.at(j < 2 ? 0 : j - 2);
      const float high = first ? below2.at(j) : j == 3 ? after2 : j == 2 ? after : here.at(j > 1 ? 3 : j + 2);
      return second ? 0.5f * ((high - z) - (z - low)) : 0.5f * (high - low);
    }
#endif
    const float low = first ? above.at(j) : j == 0 ? before : here.at(j == 0 ? 0 : j - 1);
    const float high = first ? below.at(j) : j == 3 ? after : here.at(j == 3 ? 3 : j + 1);
    return second ? 0.5f * ((high - z) - (z - low)) : 0.5f * (high - low);
  }
};
