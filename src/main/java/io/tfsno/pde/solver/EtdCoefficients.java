package io.tfsno.pde.solver;

/**
 * The coefficients of the fourth-order exponential Runge-Kutta step (Cox and Matthews) for one
 * value z = h Lop, divided by h where the scheme multiplies by it.
 *
 * <p>Their formulas cancel catastrophically near z = 0, so each is evaluated as its mean over a
 * circle of radius 1 around z (Kassam and Trefethen), which for these entire functions is exact up
 * to rounding. The full circle serves complex z as well; for real z the imaginary parts cancel.
 */
final class EtdCoefficients {
  private static final int CIRCLE = 32;

  /** Order of the functions in the result of {@link #at}. */
  static final int Q = 0;

  static final int F1 = 1;
  static final int F2 = 2;
  static final int F3 = 3;

  private EtdCoefficients() {}

  /** {@code {Re Q/h, Im Q/h, Re f1/h, Im f1/h, ...}} at z = re + i im. */
  static double[] at(double re, double im) {
    double[] sum = new double[8];
    for (int j = 0; j < CIRCLE; j++) {
      double angle = 2 * Math.PI * (j + 0.5) / CIRCLE;
      Complex z = new Complex(re + Math.cos(angle), im + Math.sin(angle));
      Complex z2 = z.times(z);
      Complex z3 = z2.times(z);
      Complex e = z.exp();
      Complex half = z.scaled(0.5).exp();
      add(sum, Q, half.plus(-1).over(z));
      // f1 = (-4 - z + e^z (4 - 3z + z^2)) / z^3
      add(sum, F1, z.scaled(-1).plus(-4).plus(e.times(z2.plus(z.scaled(-3)).plus(4))).over(z3));
      // f2 = (2 + z + e^z (z - 2)) / z^3
      add(sum, F2, z.plus(2).plus(e.times(z.plus(-2))).over(z3));
      // f3 = (-4 - 3z - z^2 + e^z (4 - z)) / z^3
      add(
          sum,
          F3,
          z.scaled(-3).plus(-4).plus(z2.scaled(-1)).plus(e.times(z.scaled(-1).plus(4))).over(z3));
    }
    return sum;
  }

  private static void add(double[] sum, int which, Complex value) {
    sum[2 * which] += value.re / CIRCLE;
    sum[2 * which + 1] += value.im / CIRCLE;
  }

  private record Complex(double re, double im) {
    Complex plus(double real) {
      return new Complex(re + real, im);
    }

    Complex plus(Complex o) {
      return new Complex(re + o.re, im + o.im);
    }

    Complex scaled(double s) {
      return new Complex(s * re, s * im);
    }

    Complex times(Complex o) {
      return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
    }

    Complex over(Complex o) {
      double norm = o.re * o.re + o.im * o.im;
      return new Complex((re * o.re + im * o.im) / norm, (im * o.re - re * o.im) / norm);
    }

    Complex exp() {
      double r = Math.exp(re);
      return new Complex(r * Math.cos(im), r * Math.sin(im));
    }
  }
}
