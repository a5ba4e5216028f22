// One step of v_t = L v + N(v) by exponential time differencing, fourth order (Cox and Matthews 2002, eq. 26 to 29), one mode at
// a time:
//
//   a = E2 v + Q N(v),   b = E2 v + Q N(a),   c = E2 a + Q (2 N(b) - N(v)),
//   v' = E v + F1 N(v) + 2 F2 (N(a) + N(b)) + F3 N(c)
//
// with Q N(v) = a - E2 v, so that c = E2 v + (E2 - 1) a + 2 Q N(b). In front of this file stands what the equation's products are:
//
//   CHANNELS, VIEWS, POLYNOMIALS     how many there are
//   channelOf(view)                  the channel that a view is an image of
//   isChannel(view)                  whether it is that channel itself
//   formed(w, p)                     the polynomials of the views' values at a point
//   combined(channel, product, weights, m)     what they come to in the equation of a channel
//
//   LINEAR_REAL, FUNCTION_REAL       whether E, E2, E2 - 1 and Q, F1, F2, F3 are real; their two numbers are then the same
//   SOURCES                          whether something is added whatever the state

struct Tables {
  const double2 *e, *e2, *e2Minus1, *q, *f1, *f2, *f3;
};

// What a step keeps of every mode: v or what v' has become so far, E2 v or what c has become so far, and a.
struct Kept {
  double2 *v, *base, *a;
};

template <bool REAL>
DEVICE double2 scaled(double2 factor, double2 v) {
  return REAL ? make_double2(factor.x * v.x, factor.y * v.y) : times(factor, v);
}

DEVICE double2 linear(double2 factor, double2 v) { return scaled<LINEAR_REAL>(factor, v); }
DEVICE double2 nonlinear(double2 factor, double2 n) { return scaled<FUNCTION_REAL>(factor, n); }

// From the N of a stage's argument to the argument of the next: v of stage 1, a of 2, b of 3, c of 4.
//   i    place of the mode in what is kept     m    in the tables
DEVICE double2 argumentAfter(int stage, double2 n, const Kept &kept, size_t i, const Tables &t, size_t m) {
  if (stage == 1) {
    double2 v = kept.v[i], base = linear(t.e2[m], v), a = base + nonlinear(t.q[m], n);
    kept.v[i] = linear(t.e[m], v) + nonlinear(t.f1[m], n);
    kept.base[i] = base;
    kept.a[i] = a;
    return a;
  }
  if (stage == 2) {
    double2 base = kept.base[i];
    kept.v[i] = kept.v[i] + 2.0 * nonlinear(t.f2[m], n);
    kept.base[i] = base + linear(t.e2Minus1[m], kept.a[i]);
    return base + nonlinear(t.q[m], n);
  }
  if (stage == 3) {
    kept.v[i] = kept.v[i] + 2.0 * nonlinear(t.f2[m], n);
    return kept.base[i] + 2.0 * nonlinear(t.q[m], n);
  }
  return kept.v[i] = kept.v[i] + nonlinear(t.f3[m], n);
}

// A view of a channel's mode: itself, or i f(k) times it.
DEVICE double2 viewed(int view, double2 v, const double *factors, size_t m) {
  if (isChannel(view)) return v;
  const double f = factors[(size_t)view * MODES + m];
  return make_double2(-f * v.y, f * v.x);
}

// Polynomials of both fields that share an array, each with its own values.
DEVICE void formedOfPair(const double2 (&w)[VIEWS], double2 (&p)[POLYNOMIALS], double factor) {
  double values[VIEWS], products[POLYNOMIALS];
#pragma unroll
  for (int j = 0; j < VIEWS; j++) values[j] = w[j].x;
  formed(values, products);
#pragma unroll
  for (int m = 0; m < POLYNOMIALS; m++) p[m].x = factor * products[m];
#pragma unroll
  for (int j = 0; j < VIEWS; j++) values[j] = w[j].y;
  formed(values, products);
#pragma unroll
  for (int m = 0; m < POLYNOMIALS; m++) p[m].y = factor * products[m];
}

constexpr int SLOTS = VIEWS > POLYNOMIALS ? VIEWS : POLYNOMIALS;

DEVICE void copyRoots(double2 *to, const double2 *from, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) to[i] = from[i];
}
