// Fourier transforms of complex numbers in shared memory, in double precision.
//
// N numbers are transformed by LANES threads of a block in passes of radix 2 to 8, in Stockham's order: a pass takes N / R
// butterflies of R numbers that lie N / R apart, and puts their results where the next pass wants them, so that the last one
// leaves them in order. Between the passes all threads of the block meet; a block may transform several arrays at a time.

DEVICE double2 operator+(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
DEVICE double2 operator-(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }
DEVICE double2 operator*(double s, double2 a) { return make_double2(s * a.x, s * a.y); }

DEVICE double2 times(double2 a, double2 b) {
  return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// -i a
DEVICE double2 turned(double2 a) { return make_double2(a.y, -a.x); }

DEVICE double2 swapped(double2 a) { return make_double2(a.y, a.x); }

// Where number i of an array lies: a gap after every eight, so that what lanes store at strides of eight lies in different banks.
__host__ __device__ constexpr int padded(int i) { return i + i / 8; }

// Numbers of an array with its gaps; one more, so that neighbouring arrays begin in different banks.
__host__ __device__ constexpr int room(int n) { return padded(n) + 1; }

__host__ __device__ constexpr int radixOf(int rest) {
  return rest % 8 == 0 ? 8 : rest % 6 == 0 ? 6 : rest % 5 == 0 ? 5 : rest % 4 == 0 ? 4 : rest % 7 == 0 ? 7 : rest % 3 == 0 ? 3 : 2;
}

// cos and sin of 2 pi m / R for the odd radices that have no shorter form.
__host__ __device__ constexpr double cosine(int r, int m) {
  return m == 0 ? 1.0
         : r == 5 ? (m == 1 || m == 4 ? 0.30901699437494742 : -0.80901699437494742)
         : m == 1 || m == 6 ? 0.62348980185873353
         : m == 2 || m == 5 ? -0.22252093395631440
                            : -0.90096886790241913;
}

__host__ __device__ constexpr double sine(int r, int m) {
  return m == 0       ? 0.0
         : 2 * m > r  ? -sine(r, r - m)
         : r == 5     ? (m == 1 ? 0.95105651629515357 : 0.58778525229247313)
         : m == 1     ? 0.78183148246802981
         : m == 2     ? 0.97492791218182361
                      : 0.43388373911755812;
}

// X_k = sum_j x_j e^(-2 pi i j k / R), in place.
template <int R>
struct Butterfly {
  static DEVICE void run(double2 (&x)[R]) {
    double2 even[R / 2 + 1], odd[R / 2 + 1], sum = x[0];
#pragma unroll
    for (int j = 1; j <= R / 2; j++) {
      even[j] = x[j] + x[R - j];
      odd[j] = x[j] - x[R - j];
      sum = sum + even[j];
    }
    const double2 first = x[0];
    x[0] = sum;
#pragma unroll
    for (int k = 1; k <= R / 2; k++) {
      double2 a = first, b = make_double2(0.0, 0.0);
#pragma unroll
      for (int j = 1; j <= R / 2; j++) {
        a = a + cosine(R, j * k % R) * even[j];
        b = b + sine(R, j * k % R) * odd[j];
      }
      x[k] = a + turned(b);
      x[R - k] = a - turned(b);
    }
  }
};

template <>
struct Butterfly<2> {
  static DEVICE void run(double2 (&x)[2]) {
    double2 a = x[0];
    x[0] = a + x[1];
    x[1] = a - x[1];
  }
};

template <>
struct Butterfly<3> {
  static DEVICE void run(double2 (&x)[3]) {
    double2 sum = x[1] + x[2], difference = turned(0.86602540378443865 * (x[1] - x[2]));
    double2 middle = x[0] - 0.5 * sum;
    x[0] = x[0] + sum;
    x[1] = middle + difference;
    x[2] = middle - difference;
  }
};

template <>
struct Butterfly<4> {
  static DEVICE void run(double2 (&x)[4]) {
    double2 a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = turned(x[1] - x[3]);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  }
};

// Two butterflies of half the size, of the even and of the odd numbers.
template <int R>
DEVICE void halves(double2 (&x)[R], const double2 (&root)[R / 2]) {
  double2 even[R / 2], odd[R / 2];
#pragma unroll
  for (int j = 0; j < R / 2; j++) {
    even[j] = x[2 * j];
    odd[j] = x[2 * j + 1];
  }
  Butterfly<R / 2>::run(even);
  Butterfly<R / 2>::run(odd);
#pragma unroll
  for (int j = 0; j < R / 2; j++) {
    double2 other = j == 0 ? odd[0] : times(root[j], odd[j]);
    x[j] = even[j] + other;
    x[j + R / 2] = even[j] - other;
  }
}

template <>
struct Butterfly<6> {
  static DEVICE void run(double2 (&x)[6]) {
    const double2 root[3] = {{1.0, 0.0}, {0.5, -0.86602540378443865}, {-0.5, -0.86602540378443865}};
    halves(x, root);
  }
};

template <>
struct Butterfly<8> {
  static DEVICE void run(double2 (&x)[8]) {
    constexpr double h = 0.70710678118654752;
    const double2 root[4] = {{1.0, 0.0}, {h, -h}, {0.0, -1.0}, {-h, -h}};
    halves(x, root);
  }
};

// Transforms the N_ numbers of x, forward without a factor or, INVERSE, with e^(+...) and none either. All threads of a block come
// here, after a barrier, and leave behind one; those with works == false only keep the others company.
//   roots    e^(-2 pi i j / N_) for j = 0 .. N_ - 1
//   DONE     product of the radices of the passes before
template <int N_, int LANES_, bool INVERSE, int DONE = 1>
DEVICE void transform(double2 *x, const double2 *roots, int lane, bool works) {
  if constexpr (DONE < N_) {
    constexpr int R = radixOf(N_ / DONE), FLIES = N_ / R, TURNS = (FLIES + LANES_ - 1) / LANES_;
    constexpr bool FIRST = DONE == 1, LAST = DONE * R == N_;
    double2 v[TURNS][R];
#pragma unroll
    for (int t = 0; t < TURNS; t++) {
      const int j = lane + t * LANES_;
      if (works && j < FLIES) {
#pragma unroll
        for (int r = 0; r < R; r++) {
          double2 z = x[padded(j + r * FLIES)];
          v[t][r] = INVERSE && FIRST ? swapped(z) : z;
        }
        if (!FIRST) {
          const int q = j % DONE * (N_ / (DONE * R));
#pragma unroll
          for (int r = 1; r < R; r++) v[t][r] = times(roots[q * r], v[t][r]);
        }
        Butterfly<R>::run(v[t]);
      }
    }
    __syncthreads();
#pragma unroll
    for (int t = 0; t < TURNS; t++) {
      const int j = lane + t * LANES_;
      if (works && j < FLIES) {
        const int at = j / DONE * (DONE * R) + j % DONE;
#pragma unroll
        for (int r = 0; r < R; r++)
          x[padded(at + r * DONE)] = INVERSE && LAST ? swapped(v[t][r]) : v[t][r];
      }
    }
    __syncthreads();
    transform<N_, LANES_, INVERSE, DONE * R>(x, roots, lane, works);
  }
}

__host__ __device__ constexpr int lanesFor(int n) { return (n + 7) / 8; }
