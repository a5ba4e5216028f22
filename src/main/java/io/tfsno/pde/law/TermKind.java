package io.tfsno.pde.law;

import io.tfsno.base.UserError;
import io.tfsno.pde.law.TermSpec.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The kinds of terms that a law may have. */
@SuppressWarnings("ImmutableEnumChecker") // what List.of and method references give is
enum TermKind {
  /** {@code c d^n u}: along an axis, or a power of the Laplacian. Order 0 is growth or decay. */
  DERIVATIVE(List.of("order", "axis", "of"), TermKind::derivative),
  /** {@code c u^2}, or the product of two fields. */
  QUADRATIC(List.of("of"), c -> monomial(c, 2)),
  /** {@code c u^3}, or the product of three fields. */
  CUBIC(List.of("of"), c -> monomial(c, 3)),
  /** {@code c u u_x}, or {@code c v u_x}; without an axis the sum over all of them. */
  ADVECTION(List.of("axis", "of", "by"), TermKind::advection),
  /** {@code c (u^2)_x}, or of third power; of order 2 {@code c Lap(u^2)}. */
  FLUX(List.of("axis", "power", "order", "of"), TermKind::flux),
  /** {@code c |grad u|^2}. */
  GRADIENT(List.of("of"), TermKind::gradient),
  /** {@code c sin(2 pi m.x / L + w t + phi)}. */
  FORCING(List.of("wavenumber", "frequency", "phase"), TermKind::forcing),
  /** {@code c}, the same everywhere. */
  CONSTANT(List.of(), c -> c.forcing(Forcing.constant(c.dimension()), ""));

  private static final int HIGHEST_ORDER = 8;

  private final List<String> keys;
  private final Function<Context, Term> term;

  TermKind(List<String> keys, Function<Context, Term> term) {
    this.keys = keys;
    this.term = term;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Keys that it has in addition to those of every term. */
  List<String> keys() {
    return keys;
  }

  List<String> allKeys() {
    List<String> all = new ArrayList<>(List.of("kind", "field", "coefficient"));
    all.addAll(keys);
    return all;
  }

  Term term(Context context) {
    return term.apply(context);
  }

  private static Term derivative(Context c) {
    int order = c.number("order", c.spec().order(), 0, 0, HIGHEST_ORDER);
    int axis = c.axis();
    if (order % 2 == 1 && axis < 0) {
      throw new UserError(
          "an axis for a derivative of odd order %d in %dD".formatted(order, c.dimension()),
          "none",
          "Add 'axis: x', and one term for each axis.");
    }
    int of = c.of(1).get(0);
    return c.term(
        new DerivativeTerm(order, axis),
        of == c.target() ? null : Product.monomial(List.of(of)),
        c.slope(c.name(of), order, axis));
  }

  private static Term monomial(Context c, int degree) {
    List<Integer> of = c.of(degree);
    return c.term(DerivativeTerm.NONE, Product.monomial(of), text(c, of));
  }

  private static String text(Context c, List<Integer> of) {
    List<String> names = of.stream().map(c::name).toList();
    boolean power = names.stream().distinct().count() == 1;
    return power ? names.get(0) + "^" + names.size() : String.join(" ", names);
  }

  /** A field that carries itself does so in flux form, {@code u u_x = (u^2 / 2)_x}. */
  private static Term advection(Context c) {
    int field = c.of(1).get(0);
    int by = c.spec().by() == null ? field : TermSpec.index("by", c.spec().by(), c.fields());
    int axis = c.axis();
    String name = c.name(field);
    if (by == field) {
      Term squares =
          c.term(
              new DerivativeTerm(1, axis),
              Product.monomial(List.of(field, field)),
              name + " " + (axis < 0 ? "(1 . grad) " + name : c.slope(name, 1, axis)));
      Coefficient whole = squares.coefficient();
      return new Term(
          squares.field(),
          new Coefficient(whole.factor() / 2, whole.names()),
          squares.derivative(),
          squares.product(),
          null,
          "(%s)".formatted(c.slope(name + "^2", 1, axis)));
    }
    if (axis < 0) {
      throw new UserError(
          "an axis for a field that another one carries", "none", "Add one term for each axis.");
    }
    return c.term(
        DerivativeTerm.NONE,
        Product.carried(by, field, axis),
        c.name(by) + " " + c.slope(name, 1, axis));
  }

  private static Term flux(Context c) {
    int power = c.number("power", c.spec().power(), 2, 2, 3);
    int order = c.number("order", c.spec().order(), 1, 1, 2);
    List<Integer> of =
        c.spec().of() != null && c.spec().of().size() == 1
            ? Collections.nCopies(power, c.of(1).get(0))
            : c.of(power);
    return c.term(
        new DerivativeTerm(order, c.axis()),
        Product.monomial(of),
        c.slope("(" + text(c, of) + ")", order, c.axis()));
  }

  private static Term gradient(Context c) {
    int field = c.of(1).get(0);
    return c.term(
        DerivativeTerm.NONE, Product.squaredSlope(field), "|grad %s|^2".formatted(c.name(field)));
  }

  private static Term forcing(Context c) {
    TermSpec spec = c.spec();
    if (spec.wavenumber() == null || spec.wavenumber().size() != c.dimension()) {
      throw new UserError(
          "a wavenumber of %d whole number(s) for a forcing".formatted(c.dimension()),
          String.valueOf(spec.wavenumber()),
          "Give the number of waves in the box along each axis.");
    }
    double w = spec.frequency() == null ? 0 : spec.frequency();
    double phi = spec.phase() == null ? 0 : spec.phase();
    String wave = spec.wavenumber().size() == 1 ? spec.wavenumber().get(0).toString() : "m";
    String x = spec.wavenumber().size() == 1 ? " x / L" : ".x / L";
    return c.forcing(
        new Forcing(spec.wavenumber(), w, phi),
        "sin(2 pi %s%s%s)".formatted(wave, x, w == 0 ? "" : " + w t"));
  }
}
