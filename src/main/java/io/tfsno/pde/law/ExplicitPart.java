package io.tfsno.pde.law;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a step evaluates explicitly, for a batch of laws of one form: {@code sum of c(t) D(k) p(v)}
 * over the terms, p being a product of fields, the field itself, or a fixed source. Each product is
 * formed once, and all that multiplies it at all times is one table.
 */
final class ExplicitPart {
  private final List<Law> laws;
  private final SpectralGrid grid;
  private final Map<Product, List<Share>> ofProducts = new LinkedHashMap<>();
  private final Map<Product, Product.Former> formers = new LinkedHashMap<>();
  private final List<Share> ofState = new ArrayList<>();
  private final List<Share> ofSources = new ArrayList<>();

  /**
   * What one term adds to the equation of a field.
   *
   * @param table what multiplies the product, or a source, {@code [law or 1, 1, modes...]}
   * @param weight of a law at a time; null where it is in the table
   */
  private record Share(int field, Tensor table, Weight weight) {}

  private interface Weight {
    double at(Law law, double time);
  }

  private ExplicitPart(List<Law> laws, SpectralGrid grid) {
    this.laws = laws;
    this.grid = grid;
  }

  /** The nonlinear part, or null where the linear one is all there is. */
  static Nonlinearity of(LawForm form, List<Law> laws, SpectralGrid grid) {
    ExplicitPart part = new ExplicitPart(laws, grid);
    List<Term> explicit =
        form.terms().stream()
            .filter(t -> !t.isDiagonal() || laws.stream().anyMatch(l -> l.changes(t)))
            .toList();
    if (explicit.isEmpty()) {
      return null;
    }
    if (foldable(form, explicit, laws)) {
      return part.folded(explicit);
    }
    explicit.forEach(part::add);
    double[] ones = grid.wavenumbers().map(k -> 1);
    double[][] factor = new double[laws.size() * form.fields().size()][];
    Arrays.fill(factor, ones);
    return new Nonlinearity(Symbol.real(factor), part::evaluate, false);
  }

  /** Whether one product of one field is all there is, and never changes. */
  private static boolean foldable(LawForm form, List<Term> explicit, List<Law> laws) {
    return form.fields().size() == 1
        && explicit.stream().map(Term::product).distinct().count() == 1
        && explicit.get(0).product() != null
        && explicit.stream().noneMatch(t -> laws.stream().anyMatch(l -> l.changes(t)));
  }

  /** All coefficients stand in the factor, where a step folds them into its own. */
  private Nonlinearity folded(List<Term> explicit) {
    double[][][] sum = sum(explicit);
    boolean real = explicit.stream().allMatch(t -> t.derivative().isReal());
    return Nonlinearity.of(
        new Symbol(sum[0], real ? null : sum[1]),
        explicit.get(0).product().form(grid.wavenumbers().grid().dimension()),
        1,
        true,
        grid);
  }

  /** {@code {re, im}[law][mode]} of the sum of terms on one product. */
  private double[][][] sum(List<Term> terms) {
    int modes = grid.wavenumbers().modes().count();
    double[][][] sum = new double[2][laws.size()][modes];
    for (Term term : terms) {
      double[] symbol = grid.wavenumbers().map(term.derivative()::at);
      double[][] part = sum[term.derivative().isReal() ? 0 : 1];
      for (int i = 0; i < laws.size(); i++) {
        double c = laws.get(i).meanCoefficient(term);
        for (int m = 0; m < modes; m++) {
          part[i][m] += c * symbol[m];
        }
      }
    }
    return sum;
  }

  private void add(Term term) {
    if (term.forcing() != null) {
      addForcing(term);
    } else if (term.isDiagonal()) {
      // The mean of the coefficient is in the linear part.
      ofState.add(
          new Share(
              term.field(),
              derivative(term),
              (law, time) -> law.coefficient(term, time) - law.meanCoefficient(term)));
    } else {
      boolean changes = laws.stream().anyMatch(l -> l.changes(term));
      Share share =
          changes
              ? new Share(
                  term.field(), derivative(term), (law, time) -> law.coefficient(term, time))
              : new Share(term.field(), table(sum(List.of(term))), null);
      ofProducts.computeIfAbsent(term.product(), p -> new ArrayList<>()).add(share);
      formers.computeIfAbsent(term.product(), p -> p.on(grid));
    }
  }

  private void addForcing(Term term) {
    Forcing f = term.forcing();
    double[][] now = f.coefficients(grid, 0);
    if (laws.stream().noneMatch(l -> l.changes(term))) {
      double[][] re = laws.stream().map(l -> scaled(now[0], l, term)).toArray(double[][]::new);
      double[][] im = laws.stream().map(l -> scaled(now[1], l, term)).toArray(double[][]::new);
      ofSources.add(new Share(term.field(), source(re, im), null));
      return;
    }
    double[][] ahead = f.coefficients(grid, Math.PI / 2);
    ofSources.add(
        new Share(
            term.field(),
            source(new double[][] {now[0]}, new double[][] {now[1]}),
            (law, time) ->
                law.coefficient(term, time) * Math.cos(f.frequency() * (time + law.phase()))));
    ofSources.add(
        new Share(
            term.field(),
            source(new double[][] {ahead[0]}, new double[][] {ahead[1]}),
            (law, time) ->
                law.coefficient(term, time) * Math.sin(f.frequency() * (time + law.phase()))));
  }

  private static double[] scaled(double[] values, Law law, Term term) {
    return Arrays.stream(values).map(v -> law.meanCoefficient(term) * v).toArray();
  }

  /** The symbol of a term's derivative alone, the same for all laws. */
  private Tensor derivative(Term term) {
    double[] symbol = grid.wavenumbers().map(term.derivative()::at);
    double[] zero = new double[symbol.length];
    boolean real = term.derivative().isReal();
    return table(new double[][][] {{real ? symbol : zero}, {real ? zero : symbol}});
  }

  private Tensor table(double[][][] reAndIm) {
    return behindTrajectories(grid.table(reAndIm[0], reAndIm[1]));
  }

  private Tensor source(double[][] re, double[][] im) {
    return behindTrajectories(grid.sources(re, im));
  }

  /** {@code [law or 1, modes...]} with an axis of one channel. */
  private Tensor behindTrajectories(Tensor rows) {
    long[] modes = grid.wavenumbers().modes().arrayShape();
    long[] shape = new long[modes.length + 2];
    shape[0] = rows.size(0);
    shape[1] = 1;
    System.arraycopy(modes, 0, shape, 2, modes.length);
    return rows.view(shape);
  }

  private Tensor evaluate(Tensor state, double time) {
    Tensor[] sums = new Tensor[Math.toIntExact(state.size(1))];
    Function<Integer, Tensor> values = valuesOf(state);
    ofProducts.forEach(
        (product, shares) -> {
          Tensor formed = formers.get(product).of(state, values);
          shares.forEach(share -> plus(sums, share, formed.mul(share.table()), time));
        });
    for (Share share : ofState) {
      plus(sums, share, state.narrow(1, share.field(), 1).mul(share.table()), time);
    }
    for (Share share : ofSources) {
      plus(sums, share, share.table(), time);
    }
    Tensor none = state.narrow(1, 0, 1).mul(0);
    for (int c = 0; c < sums.length; c++) {
      sums[c] = none.add(sums[c] == null ? none : sums[c]);
    }
    return sums.length == 1 ? sums[0] : Tensor.cat(1, sums);
  }

  private void plus(Tensor[] sums, Share share, Tensor term, double time) {
    Tensor weighted = share.weight() == null ? term : term.mul(weights(share.weight(), time, term));
    sums[share.field()] =
        sums[share.field()] == null ? weighted : sums[share.field()].add(weighted);
  }

  /** {@code [law, 1, ...]}, as many axes as what they multiply. */
  private Tensor weights(Weight weight, double time, Tensor like) {
    long[] shape = new long[like.rank()];
    Arrays.fill(shape, 1);
    shape[0] = laws.size();
    double[] each = laws.stream().mapToDouble(law -> weight.at(law, time)).toArray();
    return Tensor.of(each, shape).to(like.device());
  }

  /** The values of a field, transformed once, when first asked for. */
  private Function<Integer, Tensor> valuesOf(Tensor state) {
    Tensor[] all = new Tensor[1];
    return field -> {
      if (all[0] == null) {
        all[0] = grid.values(state);
      }
      return all[0].narrow(1, field, 1);
    };
  }
}
