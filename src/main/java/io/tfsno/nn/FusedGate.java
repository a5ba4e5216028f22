package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.SideStream;
import io.tfsno.engine.Tensor;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The gain of a gated spectral block in hand-written kernels, from the statistics of the block's
 * input to the factor of each channel and mode, and all the way back:
 *
 * <pre>
 *   s = eight statistics of z and X, or others,   h = f(W1 s + b1),   y = (1 + softplus(gain) tanh(W2 h + b2)) Phi X
 * </pre>
 *
 * Nothing is recorded for gradients: {@link #backward} must be called by hand.
 */
public final class FusedGate {
  private static final int THREADS = GateKernels.THREADS;

  /** Samples of a block, in the kernels that go back. */
  private static final int CHUNK = 8;

  private static final int WIDE = 32;
  private static final int MOMENTS = 7;

  /** What computes features that no kernel of ours does, with parameters of its own or without. */
  @FunctionalInterface
  public interface Source {
    /**
     * @param z a block's input {@code [channel, sample, x(, y)]}
     * @param x its coefficients {@code [mode, re/im, channel, sample]}
     * @return {@code [feature, sample]}
     */
    Tensor of(Tensor z, Tensor x);
  }

  /**
   * The trained and the fixed numbers of a gate.
   *
   * @param first from statistics to hidden numbers
   * @param middle from those {@code [hidden, sample]} to as many others; null for nothing
   * @param last from hidden numbers to gates, {@code [mode, channel]} unless they are spread
   * @param spread from the rows of {@code last} to those of all modes and channels; null where they
   *     are the same
   * @param features which of the eight statistics are used, bit by bit
   * @param others what follows on them; null for nothing
   * @param shift subtracted from the statistics, which are then divided by {@code scale}; null for
   *     neither
   * @param detached whether gradients stop at the statistics
   * @param radius of each mode, as a share of the largest
   * @param multiplicity how many modes of a real field each stands for
   */
  public record Parts(
      Linear first,
      UnaryOperator<Tensor> middle,
      Activation activation,
      Linear last,
      UnaryOperator<Tensor> spread,
      Parameter gain,
      int features,
      Source others,
      Tensor shift,
      Tensor scale,
      boolean detached,
      Tensor radius,
      Tensor multiplicity) {}

  private final FusedSpectrum spectrum;
  private final SpectralConv spectral;
  private final Parts parts;
  private final int channels;
  private final int modes;
  private final int hidden;
  private final int seen;
  private final int extra;
  private final GateKernels kernels;

  public FusedGate(FusedSpectrum spectrum, SpectralConv spectral, Parts parts, int points) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    this.parts = parts;
    channels = Math.toIntExact(spectral.weight().size(-1));
    modes = spectrum.modes().count();
    hidden = Math.toIntExact(parts.first.weight().size(0));
    seen = Math.toIntExact(parts.first.weight().size(1));
    extra = seen - Integer.bitCount(parts.features);
    Map<String, Integer> sizes =
        Map.of(
            "HID",
            hidden,
            "FEATURES",
            seen,
            "EXTRA",
            extra,
            "MASK",
            parts.features,
            "ACT",
            code(parts.activation));
    kernels = new GateKernels(spectrum.dimension(), points, channels, modes, sizes);
    spectrum.products(spectral.weight(), hidden);
  }

  /**
   * Whether there are kernels for such a MetaNet.
   *
   * @param hidden numbers of its first and of its last hidden layer
   */
  public static boolean fits(int channels, int hidden, Activation activation) {
    boolean known = activation != Activation.MISH;
    return known && channels <= 128 && hidden % 8 == 0 && THREADS % hidden == 0 && hidden <= 64;
  }

  private static int code(Activation activation) {
    return switch (activation) {
      case IDENTITY -> 0;
      case RELU -> 1;
      case GELU -> 2;
      case SILU -> 3;
      case MISH -> throw new IllegalArgumentException("no kernel for MISH");
    };
  }

  /** What the way back needs of the way there. */
  public final class Trace {
    private final Tensor z;
    private final Tensor x;
    private final Recorded others;
    private final Recorded lastWeight;
    private final Recorded lastBias;
    private final Tensor moments;
    private final Tensor context;
    private final Tensor seenStatistics;
    private final Tensor before;
    private final Tensor hiddenNumbers;
    private final Tensor product;
    private final Tensor tanhs;
    private final Tensor result;
    private Recorded middle;

    private Trace(Tensor z, Tensor x, boolean recording) {
      int samples = Math.toIntExact(z.size(1));
      this.z = z;
      this.x = x;
      others =
          extra == 0
              ? null
              : new Recorded(recording && !parts.detached, in -> others(in[0], in[1]), z, x);
      lastWeight = spread(parts.last.weight(), recording);
      lastBias = spread(parts.last.bias().view(-1, 1), recording);
      moments = empty(MOMENTS, channels, samples);
      context = empty(MOMENTS, samples);
      seenStatistics = empty(seen, samples);
      before = empty(samples, hidden);
      hiddenNumbers = empty(samples, hidden);
      product = recording ? empty(modes, channels, samples, 2) : null;
      tanhs = recording ? empty(modes, channels, samples) : null;
      result = spectrum.emptyModes(x.size(0), channels, samples);
    }

    private Tensor others(Tensor field, Tensor coefficients) {
      Tensor ordered = coefficients.narrow(0, 0, modes).permute(0, 3, 1, 2);
      return parts.others.of(field.to(DType.FLOAT32), ordered);
    }

    private Recorded spread(Tensor rows, boolean recording) {
      return parts.spread == null ? null : new Recorded(recording, in -> parts.spread.apply(rows));
    }

    private void throughMiddle(boolean recording) {
      if (parts.middle != null) {
        middle =
            new Recorded(
                recording,
                in -> parts.middle.apply(in[0].permute(1, 0)).permute(1, 0),
                hiddenNumbers);
      }
    }

    private Tensor given() {
      return others == null ? null : others.value();
    }

    /** What the last layer sees, {@code [sample, hidden]}. */
    private Tensor lastHidden() {
      return middle == null ? hiddenNumbers : middle.value();
    }

    private Tensor lastWeight() {
      return lastWeight == null ? parts.last.weight() : lastWeight.value();
    }

    private Tensor lastBias() {
      return lastBias == null ? parts.last.bias() : lastBias.value();
    }

    /** The gated product. */
    public Tensor result() {
      return result;
    }
  }

  /**
   * @param z the block's input {@code [channel, sample, x(, y)]}
   * @param x its modes
   * @param recording whether the way back will come
   */
  public Trace forward(Tensor z, Tensor x, boolean recording) {
    Trace t = new Trace(z, x, recording);
    int samples = Math.toIntExact(z.size(1));
    if (kernels.looks()) {
      look(t, samples);
    } else {
      lookInTwo(t, samples);
    }
    t.throughMiddle(recording);
    spectrum.launch(
        spectrum.product("mixGated", spectral.weight(), hidden),
        channels,
        samples,
        x,
        spectral.weight(),
        t.lastHidden(),
        t.lastWeight(),
        t.lastBias(),
        parts.gain.tensor(),
        t.result,
        t.product,
        t.tanhs,
        samples);
    return t;
  }

  private void look(Trace t, int samples) {
    kernels
        .kernel("look", 8 + seen + 3 * modes + MOMENTS * channels)
        .launch(
            samples,
            GateKernels.LOOK_THREADS,
            t.z,
            t.x,
            parts.multiplicity,
            parts.radius,
            parts.first.weight(),
            parts.first.bias(),
            parts.shift,
            parts.scale,
            t.given(),
            t.moments,
            t.context,
            t.seenStatistics,
            t.before,
            t.hiddenNumbers,
            samples);
  }

  private void lookInTwo(Trace t, int samples) {
    Tensor power = empty(modes, samples);
    int count = channels * samples;
    int threads = kernels.momentsThreads();
    int rowBlocks = GateKernels.ceilDiv(count, kernels.rowsPerBlock());
    int powerBlocks = GateKernels.ceilDiv(modes * samples, threads);
    kernels
        .kernel("moments", 2 * THREADS / 32)
        .launch(
            rowBlocks + powerBlocks,
            threads,
            t.z,
            t.moments,
            count,
            rowBlocks,
            t.x,
            parts.multiplicity,
            power,
            modes,
            channels);
    kernels
        .kernel("statistics", 8 + seen)
        .launch(
            samples,
            64,
            power,
            t.moments,
            parts.radius,
            parts.first.weight(),
            parts.first.bias(),
            parts.shift,
            parts.scale,
            t.given(),
            t.context,
            t.seenStatistics,
            t.before,
            t.hiddenNumbers,
            samples);
  }

  /**
   * The way back to the modes; adds to the gradients of all parameters, those of Phi among them.
   *
   * @param gradient of the gated product
   * @return what {@link #addValueGradient} needs, and the gradient of the modes
   */
  public Back backward(Trace t, Tensor gradient, SideStream beside) {
    int samples = Math.toIntExact(t.z.size(1));
    Tensor ofProduct = spectrum.emptyModes(gradient.size(0), channels, samples);
    Tensor ofHidden = empty(modes, samples, hidden);
    int chunks = GateKernels.ceilDiv(samples, CHUNK);
    Tensor ofGain = empty(modes, chunks);
    Tensor beforeTanh = empty(modes, channels, samples);
    kernels
        .kernel("gateBack", channels * (CHUNK + 1 + hidden + 1) + THREADS / 32)
        .launchBox(
            modes,
            chunks,
            1,
            THREADS,
            gradient,
            t.product,
            t.tanhs,
            t.lastWeight(),
            parts.gain.tensor(),
            ofProduct,
            beforeTanh,
            ofHidden,
            ofGain,
            samples);
    spectrum.addWeightGradient(ofProduct, t.x, spectral.gradient(), beside);
    Tensor ofFirst = backThroughMiddle(t, ofHidden);
    Tensor ofBefore = empty(samples, hidden);
    Tensor pull = empty(4, samples);
    Tensor ofPower = empty(modes, samples);
    Tensor ofGiven = extra == 0 ? null : empty(extra, samples);
    kernels
        .kernel("gateFinish", THREADS + 8 + 32 + hidden * seen)
        .launch(
            samples,
            THREADS,
            ofFirst,
            Math.toIntExact(ofFirst.size(0)),
            t.before,
            parts.first.weight(),
            parts.scale,
            t.context,
            parts.radius,
            parts.multiplicity,
            ofGain,
            modes * chunks,
            parts.gain.tensor(),
            parts.gain.gradient(),
            ofBefore,
            pull,
            ofPower,
            ofGiven,
            samples);
    Kernel weightOfFirst = kernels.kernel("gateWeight", 0);
    beside.run(
        () ->
            weightOfFirst.launch(
                1, THREADS, ofBefore, t.seenStatistics, parts.first.gradient(), samples));
    addLastGradient(t, beforeTanh, beside);
    if (parts.detached) {
      return new Back(spectrum.mixBack(ofProduct, spectral.weight()), null);
    }
    Tensor ofModes = spectrum.emptyModes(t.x.size(0), channels, samples);
    spectrum.launch(
        spectrum.product("mixGatedBack", spectral.weight(), hidden),
        channels,
        samples,
        ofProduct,
        spectral.weight(),
        t.x,
        ofPower,
        ofModes,
        samples);
    if (t.others != null) {
      t.others.backward(ofGiven);
      t.others.addGradient(1, ofModes);
    }
    return new Back(ofModes, pull);
  }

  /**
   * @param ofHidden the gradient of what the last layer sees, {@code [mode, sample, hidden]}
   * @return that of what the first gave, in as many parts or as one
   */
  private static Tensor backThroughMiddle(Trace t, Tensor ofHidden) {
    if (t.middle == null) {
      return ofHidden;
    }
    t.middle.backward(ofHidden.sum(0));
    return t.middle.gradient(0).contiguous().view(1, ofHidden.size(1), ofHidden.size(2));
  }

  private void addLastGradient(Trace t, Tensor beforeTanh, SideStream beside) {
    Kernel kernel = kernels.kernel("gateLast", channels * (WIDE + 1) + WIDE * (hidden + 1));
    int samples = Math.toIntExact(beforeTanh.size(2));
    if (parts.spread == null) {
      Tensor sum = parts.last.gradient();
      beside.run(() -> kernel.launch(modes, THREADS, beforeTanh, t.lastHidden(), sum, samples));
      return;
    }
    // Not beside: what comes back from here goes on to the gradients of what was spread.
    long rows = (long) modes * channels;
    Tensor sum = Tensor.zeros(DType.FLOAT32, spectrum.device(), rows * (hidden + 1));
    kernel.launch(modes, THREADS, beforeTanh, t.lastHidden(), sum, samples);
    t.lastWeight.backward(sum.narrow(0, 0, rows * hidden).view(rows, hidden));
    t.lastBias.backward(sum.narrow(0, rows * hidden, rows).view(rows, 1));
  }

  /**
   * @param modes the gradient of the modes
   * @param pull what the statistics of the values pull at, for each sample; null if detached
   */
  public record Back(Tensor modes, Tensor pull) {}

  /** Adds the gradient through the statistics of the values to that of z. Modifies it. */
  public void addValueGradient(Trace t, Back back, Tensor ofField) {
    if (back.pull == null) {
      return;
    }
    int samples = Math.toIntExact(t.z.size(1));
    long threads = t.z.count() / 4;
    int perBlock = 32 * GateKernels.ROW_WARPS;
    kernels
        .kernel("momentsBack", 0)
        .launch(
            Math.toIntExact((threads + perBlock - 1) / perBlock),
            perBlock,
            t.z,
            t.moments,
            back.pull,
            ofField,
            channels * samples,
            samples);
    if (t.others != null) {
      t.others.addGradient(0, ofField);
    }
  }

  private Tensor empty(long... shape) {
    return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
  }
}
