// The solver's kernels against sums of waves and the formulas of the step, in double, at sizes that exercise every radix.
#include "emulator.h"
#include <complex>
#include <cstdio>
#include <random>
#include <string>
#include "launch.cu"
#include "fft.cu"

typedef std::complex<double> Complex;
typedef std::vector<Complex> Array;

static int failures = 0;
static std::mt19937 random_(1);

static Array noise(size_t n) {
  std::normal_distribution<double> normal;
  Array v(n);
  for (Complex &z : v) z = {normal(random_), normal(random_)};
  return v;
}

static double2 *memory(Array &v) { return reinterpret_cast<double2 *>(v.data()); }

// A few hundred additions and multiplications of numbers of about one, each rounded by 1e-16.
static void check(const std::string &name, const Array &found, const Array &truth) {
  double error = 0, size = 0;
  for (size_t i = 0; i < truth.size(); i++) {
    double e = std::abs(found[i] - truth[i]);
    error = std::fmax(error, std::isfinite(e) ? e : 1e30);
    size = std::fmax(size, std::abs(truth[i]));
  }
  bool good = error <= 1e-13 * size;
  if (!good) failures++;
  printf("%-44s %s  largest error %.1e of %.1e\n", name.c_str(), good ? "ok" : "WRONG", error, size);
}

static Array rootsOf(int n) {
  Array r(n);
  for (int j = 0; j < n; j++) r[j] = std::polar(1.0, -2 * M_PI * j / n);
  return r;
}

// The sum over waves itself.
static Array summed(const Array &x, bool inverse) {
  int n = x.size();
  Array y(n);
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) y[k] += x[j] * std::polar(1.0, (inverse ? 2 : -2) * M_PI * ((long)j * k % n) / n);
  return y;
}

template <int N_, bool INVERSE>
static void transformsOf() {
  constexpr int LANES_ = lanesFor(N_);
  Array x = noise(2 * N_), y(2 * N_), roots = rootsOf(N_);
  launch({1, 1, 1}, 2 * LANES_, 4 * (2 * room(N_)), [&] {
    double2 *shared = reinterpret_cast<double2 *>(emulator::sharedMemory.data());
    int array = threadIdx.x / LANES_, lane = threadIdx.x % LANES_;
    double2 *own = shared + array * room(N_);
    for (int i = lane; i < N_; i += LANES_) own[padded(i)] = memory(x)[array * N_ + i];
    __syncthreads();
    transform<N_, LANES_, INVERSE>(own, memory(roots), lane, true);
    for (int i = lane; i < N_; i += LANES_) memory(y)[array * N_ + i] = own[padded(i)];
  });
  Array truth;
  for (int array = 0; array < 2; array++) {
    Array one = summed(Array(x.begin() + array * N_, x.begin() + (array + 1) * N_), INVERSE);
    truth.insert(truth.end(), one.begin(), one.end());
  }
  check("transform of " + std::to_string(N_) + (INVERSE ? ", inverse" : ""), y, truth);
}

template <int... SIZES>
static void transforms() {
  (transformsOf<SIZES, false>(), ...);
  (transformsOf<SIZES, true>(), ...);
}

// What a test of steps knows of its equation, in the plainest form.
struct Case {
  std::string name;
  int nx, ny, kx, ky, positive, channels, views, polynomials, arrays;
  std::vector<int> channelOf;
  std::vector<bool> isChannel;
  std::function<void(const double *, double *)> formed;
  std::vector<std::vector<int>> shares;  // of each channel: polynomials, each with the weight of its own number
  bool sources, weighted, own, linearReal, functionReal;

  int modes() const { return nx * ky; }
  int state() const { return channels * modes(); }
  bool takesPart(int m) const { return m / ky <= kx || m / ky >= nx - kx; }
};

struct Data {
  const Case &c;
  Array state, tables[7], sources, roots, rootsY;
  std::vector<double> factors, weights;

  static void spread(Array &t, bool real) {
    if (real)
      for (Complex &z : t) z = {z.real(), z.real()};
  }

  Data(const Case &c) : c(c), state(noise((size_t)c.arrays * c.state())), roots(rootsOf(c.nx)), rootsY(rootsOf(c.ny)) {
    int rows = c.own ? c.arrays : 1;
    for (int t = 0; t < 7; t++) {
      tables[t] = noise((size_t)rows * c.state());
      for (Complex &z : tables[t]) z *= t < 3 ? 0.5 : 0.02;
      spread(tables[t], t < 3 ? c.linearReal : c.functionReal);
    }
    for (size_t i = 0; i < tables[1].size(); i++)
      tables[2][i] = tables[1][i] - (c.linearReal ? Complex(1, 1) : Complex(1, 0));
    for (size_t i = 0; i < state.size(); i++)
      state[i] *= c.takesPart(i % c.modes()) ? 0.1 : 0;  // so small that two steps stay of its size
    for (auto &t : tables)
      for (size_t i = 0; i < t.size(); i++)
        if (!c.takesPart(i % c.modes())) t[i] = 0;
    sources = noise(c.state());
    for (int i = 0; i < c.state(); i++) sources[i] *= c.sources ? 0.1 : 0;
    std::normal_distribution<double> normal;
    for (int i = 0; i < c.views * c.modes(); i++) factors.push_back(normal(random_));
    for (int i = 0; i < 2 * c.modes(); i++) weights.push_back(normal(random_));
  }

  Complex table(int which, int array, int i, Complex v) const {
    Complex t = tables[which][(c.own ? array : 0) * (size_t)c.state() + i];
    bool real = which < 3 ? c.linearReal : c.functionReal;
    return real ? t.real() * v : t * v;
  }

  int waveOf(int index, int points, int positive, int count) const { return index < positive ? index : index - count + points; }

  // Values of one array of modes on the grid, and back.
  Array values(const Array &v) const {
    Array u(c.nx * c.ny);
    for (int x = 0; x < c.nx; x++)
      for (int y = 0; y < c.ny; y++)
        for (int m = 0; m < c.modes(); m++) {
          int kx = m / c.ky, ky = waveOf(m % c.ky, c.ny, c.positive, c.ky);
          u[x * c.ny + y] += v[m] * std::polar(1.0, 2 * M_PI * ((double)kx * x / c.nx + (double)ky * y / c.ny));
        }
    return u;
  }

  Array coefficients(const Array &u) const {
    Array v(c.modes());
    for (int m = 0; m < c.modes(); m++) {
      int kx = m / c.ky, ky = waveOf(m % c.ky, c.ny, c.positive, c.ky);
      for (int x = 0; x < c.nx; x++)
        for (int y = 0; y < c.ny; y++)
          v[m] += u[x * c.ny + y] * std::polar(1.0, -2 * M_PI * ((double)kx * x / c.nx + (double)ky * y / c.ny));
      v[m] /= c.nx * c.ny;
    }
    return v;
  }

  Array nonlinear(const Array &v) const {
    std::vector<Array> w, p(c.polynomials, Array(c.nx * c.ny));
    for (int j = 0; j < c.views; j++) {
      Array one(c.modes());
      for (int m = 0; m < c.modes(); m++) {
        Complex z = v[c.channelOf[j] * c.modes() + m];
        one[m] = c.isChannel[j] ? z : Complex(0, factors[j * c.modes() + m]) * z;
      }
      w.push_back(values(one));
    }
    for (int n = 0; n < c.nx * c.ny; n++) {
      double in[2][4], out[2][4];
      for (int j = 0; j < c.views; j++) in[0][j] = w[j][n].real(), in[1][j] = w[j][n].imag();
      c.formed(in[0], out[0]);
      c.formed(in[1], out[1]);
      for (int q = 0; q < c.polynomials; q++) p[q][n] = {out[0][q], out[1][q]};
    }
    Array sum = sources;
    for (int channel = 0; channel < c.channels; channel++)
      for (int q : c.shares[channel]) {
        Array of = coefficients(p[q]);
        for (int m = 0; m < c.modes(); m++)
          sum[channel * c.modes() + m] += (c.weighted ? weights[q * c.modes() + m] : 1.0) * of[m];
      }
    return sum;
  }

  // Cox and Matthews' formulas as they stand.
  Array stepped(int array) const {
    Array v(state.begin() + array * c.state(), state.begin() + (array + 1) * c.state()), next = v, a = v, b = v, cc = v;
    Array nv = nonlinear(v);
    for (int i = 0; i < c.state(); i++) a[i] = table(1, array, i, v[i]) + table(3, array, i, nv[i]);
    Array na = nonlinear(a);
    for (int i = 0; i < c.state(); i++) b[i] = table(1, array, i, v[i]) + table(3, array, i, na[i]);
    Array nb = nonlinear(b);
    for (int i = 0; i < c.state(); i++) {
      cc[i] = table(1, array, i, a[i]) + table(3, array, i, 2.0 * nb[i] - nv[i]);
      if (!c.takesPart(i % c.modes())) a[i] = b[i] = cc[i] = 0;
    }
    Array nc = nonlinear(cc);
    for (int i = 0; i < c.state(); i++)
      next[i] = table(0, array, i, v[i]) + table(4, array, i, nv[i]) + 2.0 * table(5, array, i, na[i] + nb[i]) +
                table(6, array, i, nc[i]);
    return next;
  }

  Array truth(int steps) {
    Array before = state;
    for (int s = 0; s < steps; s++) {
      Array after;
      for (int array = 0; array < c.arrays; array++) {
        Array one = stepped(array);
        after.insert(after.end(), one.begin(), one.end());
      }
      state = after;
    }
    Array result = state;
    state = before;
    return result;
  }
};

#define ARGUMENTS(d)                                                                                                     \
  memory(d.tables[0]), memory(d.tables[1]), memory(d.tables[2]), memory(d.tables[3]), memory(d.tables[4]),               \
      memory(d.tables[5]), memory(d.tables[6]), d.factors.data(), d.weights.data(), memory(d.sources), memory(d.roots)

// u^2 on a line, the state in shared memory.
namespace square {
#define N 24
#define THREADS 12
#define MODES N
#define CHANNELS 1
#define VIEWS 1
#define POLYNOMIALS 1
#define LINEAR_REAL 1
#define FUNCTION_REAL 0
#define SOURCES 0
#define SHARED_STATE 1
inline int channelOf(int view) { return 0; }
inline bool isChannel(int view) { return true; }
inline void formed(const double *w, double *p) { p[0] = w[0] * w[0]; }
template <class P>
inline double2 combined(int channel, P product, const double *weights, size_t m) { return product(0); }
#include "etd.cu"
#include "line.cu"
static void run() {
  Case c{"square on a line", N, 1, N, 1, 1, 1, 1, 1, 2, {0}, {true}, formed, {{0}}, false, false, false, true, false};
  Data d(c);
  Array truth = d.truth(2), state = d.state;
  launch({2, 1, 1}, THREADS, 4 * (SLOTS * room(N) + N + 4 * STATE), [&] { line(memory(state), nullptr, ARGUMENTS(d), 0, 2); });
  check(c.name, state, truth);
}
#undef N
#undef THREADS
#undef MODES
#undef CHANNELS
#undef VIEWS
#undef POLYNOMIALS
#undef LINEAR_REAL
#undef FUNCTION_REAL
#undef SOURCES
#undef SHARED_STATE
}  // namespace square

// Two channels with a source, three views, one polynomial for both; the state in memory, tables for each array.
namespace reaction {
#define N 30
#define THREADS 12
#define MODES N
#define CHANNELS 2
#define VIEWS 3
#define POLYNOMIALS 2
#define LINEAR_REAL 0
#define FUNCTION_REAL 1
#define SOURCES 1
#define SHARED_STATE 0
inline int channelOf(int view) { return view == 0 ? 0 : 1; }
inline bool isChannel(int view) { return view != 2; }
inline void formed(const double *w, double *p) {
  p[0] = w[0] * w[1] * w[1];
  p[1] = 0.5 * (w[0] * w[2]) + -1.0 * (w[1] * w[1]);
}
template <class P>
inline double2 combined(int channel, P product, const double *weights, size_t m) {
  return channel == 0 ? weights[m] * product(0) : weights[m] * product(0) + weights[MODES + m] * product(1);
}
#include "etd.cu"
#include "line.cu"
static void run() {
  Case c{"reaction of two channels", N, 1, N, 1, 1, 2, 3, 2, 2, {0, 1, 1}, {true, true, false}, formed, {{0}, {0, 1}}, true, true, true, false, true};
  Data d(c);
  Array truth = d.truth(2), state = d.state, spare(2 * 3 * STATE);
  launch({2, 1, 1}, THREADS, 4 * (SLOTS * room(N) + N + STATE), [&] { line(memory(state), memory(spare), ARGUMENTS(d), STATE, 2); });
  check(c.name, state, truth);
}
#undef N
#undef THREADS
#undef MODES
#undef CHANNELS
#undef VIEWS
#undef POLYNOMIALS
#undef LINEAR_REAL
#undef FUNCTION_REAL
#undef SOURCES
#undef SHARED_STATE
}  // namespace reaction

// The transport of vorticity in a plane whose axes differ.
namespace transport {
#define NX 12
#define NY 10
#define KX 3
#define KY 7
#define POSITIVE 4
#define MODES (NX * KY)
#define CHANNELS 1
#define VIEWS 2
#define POLYNOMIALS 2
#define LINEAR_REAL 1
#define FUNCTION_REAL 1
#define SOURCES 1
#define COLUMNS 4
#define ROWS 5
inline int channelOf(int view) { return 0; }
inline bool isChannel(int view) { return false; }
inline void formed(const double *w, double *p) {
  p[0] = w[0] * w[1];
  p[1] = w[0] * w[0] + -1.0 * (w[1] * w[1]);
}
template <class P>
inline double2 combined(int channel, P product, const double *weights, size_t m) {
  return weights[m] * product(0) + weights[MODES + m] * product(1);
}
#include "etd.cu"
#include "plane.cu"
static void run() {
  Case c{"transport in a plane", NX, NY, KX, KY, POSITIVE, 1, 2, 2, 3, {0, 0}, {false, false}, formed, {{0, 1}}, true, true, true, true, true};
  Data d(c);
  Array truth = d.truth(2), state = d.state, base(state.size()), a(state.size()), planes((size_t)3 * SLOTS * NX * ROW);
  Index blocks = {(KY + COLUMNS - 1) / COLUMNS, 3, 1}, ofRows = {(NX + ROWS - 1) / ROWS, 3, 1};
  int threads = COLUMNS * X_LANES * SLOTS, floats = 4 * (SLOTS * COLUMNS * room(NX) + NX + CHANNELS * COLUMNS * NX);
  auto columnsAt = [&](int stage) {
    launch(blocks, threads, floats, [&] {
      columns(memory(planes), memory(state), memory(base), memory(a), ARGUMENTS(d), c.state(), stage);
    });
  };
  auto middle = [&] {
    launch(ofRows, ROWS * Y_LANES * SLOTS, 4 * (ROWS * SLOTS * room(NY) + NY), [&] { rows(memory(planes), memory(d.rootsY)); });
  };
  columnsAt(0);
  for (int stage = 0; stage < 8; stage++) {
    middle();
    columnsAt(stage % 4 + 1);
  }
  check(c.name, state, truth);
}
}  // namespace transport

int main() {
  transforms<2, 3, 5, 7, 8, 12, 30, 35, 48, 84, 96, 128>();
  square::run();
  reaction::run();
  transport::run();
  return failures;
}
