package io.tfsno.bench.perf;

import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.spectral.Modes;
import java.util.EnumSet;
import java.util.List;

/**
 * The costs of the hand-written kernels on one grid, forward and back. Padding of sizes to those of
 * tiles is left out of operations, but not of arrays that are stored padded.
 */
final class GridCosts {
  private static final int NUMBER = 4;
  private static final int OUTER_WARPS = 4;

  private final List<KernelCost> costs;
  private final Modes modes;
  private final int points;
  private final int batch;
  private final int fieldBytes;
  private final Chip chip;

  /**
   * @param fieldBytes of a stored number of a field
   * @param costs what is found is added to this
   */
  GridCosts(Modes modes, int points, int batch, int fieldBytes, Chip chip, List<KernelCost> costs) {
    this.modes = modes;
    this.points = points;
    this.batch = batch;
    this.fieldBytes = fieldBytes;
    this.chip = chip;
    this.costs = costs;
  }

  /** Points of all samples. */
  long columns() {
    return (long) batch * points * (modes.dimension() == 1 ? 1 : points);
  }

  /** Bytes of a field. */
  long field(int channels) {
    return channels * columns() * fieldBytes;
  }

  /** Bytes of states, which are always float32. */
  long states(int channels) {
    return channels * columns() * NUMBER;
  }

  /** Bytes of lines: in 1D the modes themselves. */
  long lines(int channels) {
    long rows = modes.dimension() == 1 ? 1 : points;
    return rows * line() * batch * channels * NUMBER;
  }

  private long line() {
    return (2L * modes.last().count() + 7) / 8 * 8;
  }

  /** Bytes of modes. */
  long modes(int channels) {
    return modes.dimension() == 1
        ? lines(channels)
        : 2L * modes.count() * batch * channels * NUMBER;
  }

  int axes() {
    return modes.dimension();
  }

  int modeCount() {
    return modes.count();
  }

  int batch() {
    return batch;
  }

  /** Operations of one transform along the last axis. */
  private long transform(int channels) {
    return 2L * 2 * modes.last().count() * channels * columns();
  }

  void add(String kernel, long read, long written, long flops) {
    costs.add(new KernelCost(kernel, read, written, flops));
  }

  /** A map over channels with what is joined to it, there and back with its gradients. */
  void layer(int in, int out, Joint... joints) {
    EnumSet<Joint> has = EnumSet.noneOf(Joint.class);
    has.addAll(List.of(joints));
    long input = has.contains(Joint.FROM_STATES) ? states(in) : field(in);
    long weights = (long) NUMBER * (in + 1) * out;
    long map = 2L * in * out * columns();
    boolean takes = has.contains(Joint.TAKES_LINES);
    boolean gives = has.contains(Joint.GIVES_LINES);
    boolean slope = has.contains(Joint.AFTER_GELU);
    boolean givesBack = has.contains(Joint.GIVES_LINES_BACK);
    add(
        "layer",
        input + weights + (takes ? lines(out) : 0),
        (has.contains(Joint.ACTIVE) ? 2 : 1) * field(out) + (gives ? lines(out) : 0),
        map + (takes ? transform(out) : 0) + (gives ? transform(out) : 0));
    int piles = OUTER_WARPS / ((out + 31) / 32);
    sums(
        "map gradient", field(out) + input, columns() / 32 / piles, weights, map + out * columns());
    if (!has.contains(Joint.FROM_STATES)) {
      add(
          "layer back",
          field(out) + weights + (takes ? lines(in) : 0) + (slope ? field(in) : 0),
          field(in) + (givesBack ? lines(in) : 0),
          map + (takes ? transform(in) : 0) + (givesBack ? transform(in) : 0));
    }
  }

  /** A kernel whose blocks write partial sums, and the one that adds them to a gradient. */
  private void sums(String kernel, long read, long wantedBlocks, long gradient, long flops) {
    long blocks = Math.min(2L * chip.multiprocessors(), Math.max(1, wantedBlocks));
    add(kernel, read, blocks * gradient, flops);
    add("sums of parts", (blocks + 1) * gradient, gradient, 0);
  }

  /** The way back through a GELU between two layers, and the lines of the result. */
  void slope(int channels) {
    add("layer back", 2 * field(channels), field(channels) + lines(channels), transform(channels));
  }

  /** The lines of a gradient alone. */
  void lineGradient(int channels) {
    add("layer back", field(channels), lines(channels), transform(channels));
  }

  /** Learnt products of the modes, there and back with their gradient, and what leads there. */
  void products(int channels) {
    rows(channels);
    mix("mode product", channels);
    mix("mode product", channels);
    productGradient(channels);
  }

  private void mix(String kernel, int channels) {
    add(kernel, modes(channels) + weights(channels), modes(channels), product(channels));
  }

  void productGradient(int channels) {
    long read = 2 * modes(channels) + weights(channels);
    add("mode gradient", read, weights(channels), product(channels));
  }

  /** Bytes of complex weights. */
  long weights(int channels) {
    return 2L * modes.count() * channels * channels * NUMBER;
  }

  /** Operations of one product of all modes. */
  long product(int channels) {
    return 8L * modes.count() * channels * channels * batch;
  }

  /** The transforms along the first axis of a plane, down and up, there and back. */
  void rows(int channels) {
    if (modes.dimension() == 2) {
      long flops = 8L * modes.count() * points * batch * channels;
      for (int i = 0; i < 2; i++) {
        add("rows", lines(channels), modes(channels), flops);
        add("rows", modes(channels), lines(channels), flops);
      }
    }
  }

  /** The projection at the end, there and back; h is computed three times rather than stored. */
  void head(int in, int hidden, int out) {
    long count = (long) NUMBER * ((in + 1) * hidden + (hidden + 1) * out);
    long first = 2L * in * hidden * columns();
    long last = 2L * hidden * out * columns();
    add("head", field(in) + count, states(out), first + last);
    add("head back", field(in) + states(out) + count, field(in), 2 * first + last);
    long read = field(in) + states(out) + count;
    sums("head gradient", read, columns() / 64, count, 2 * first + 2 * last);
  }

  /** Fourier interpolation between this grid and a coarser one, in one direction. */
  void resize(GridCosts coarse, int channels, boolean shrinks, boolean adds) {
    long from = shrinks ? points : coarse.points;
    long to = shrinks ? coarse.points : points;
    long images = (long) channels * batch;
    boolean plane = modes.dimension() == 2;
    long target = images * to * (plane ? to : 1) * fieldBytes;
    long source = images * from * (plane ? from : 1) * fieldBytes;
    long products = plane ? from * from * to + from * to * to : from * to;
    add("resize", source + (adds ? target : 0), target, 2 * images * products);
  }
}
