package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.cuda.FusedProduct;
import io.tfsno.nn.cuda.FusedSpectrum;
import io.tfsno.nn.cuda.Tiles;
import io.tfsno.nn.fused.LineGrid;
import java.util.List;
import java.util.Map;

/**
 * A gated product in hand-written kernels, from the statistics of the block's input to the factor
 * of each channel and mode, and the backward pass:
 *
 * <pre>
 *   s = statistics of z and X,   h = f(W1 s + b1),   y = (1 + softplus(gain) tanh(W2 h + b2)) Phi X
 * </pre>
 */
public final class FusedGate implements GatedProduct {
  /** The statistics that the kernels know, in the order of the bits of their MASK. */
  public static final List<String> STATISTICS =
      List.of(
          "LOG_ENERGY",
          "CENTROID",
          "SPREAD",
          "SKEWNESS",
          "LOG_SIGMA",
          "ROUGHNESS",
          "KURTOSIS",
          "CREST");

  private static final int THREADS = GateKernels.THREADS;

  /** Samples of a block, in the kernels that go back. */
  private static final int CHUNK = 8;

  private static final int WIDE = 32;

  /** What is kept of each channel and sample, as moments.cu names it. */
  public static final int MOMENTS =
      List.of("mean", "width", "steps", "fourth", "peak", "third", "place").size();

  /** What is kept of each sample, as gate.cu names it. */
  private static final int CONTEXT =
      List.of("energy", "centroid", "spread", "cube", "mean width", "excess", "crest").size();

  /** One number of each statistic that the kernels know, in shared memory. */
  private static final int KNOWN = STATISTICS.size();

  /** One number of each warp that a block can have. */
  private static final int SCRATCH = 32;

  /** Gradients of W, G, K and P of a sample. */
  private static final int PULLS = 4;

  private final FusedSpectrum spectrum;
  private final SpectralConv spectral;
  private final FusedProduct product;
  private final GateParts parts;
  private final int channels;
  private final int modes;
  private final int hidden;
  private final int seen;
  private final int extra;
  private final GateKernels kernels;

  public FusedGate(FusedSpectrum spectrum, SpectralConv spectral, GateParts parts, int points) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    product = new FusedProduct(spectrum, spectral);
    this.parts = parts;
    channels = Math.toIntExact(spectral.weight().size(-1));
    modes = spectrum.modes().count();
    hidden = parts.hidden();
    seen = parts.seen();
    extra = parts.extra();
    Map<String, Integer> sizes =
        Map.of(
            "HID",
            hidden,
            "FEATURES",
            seen,
            "EXTRA",
            extra,
            "MASK",
            parts.features(),
            "ACT",
            code(parts.activation()));
    kernels =
        new GateKernels(spectrum.path(), spectrum.dimension(), points, channels, modes, sizes);
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

  /** Whether one kernel finds all statistics of a sample; else it takes two. */
  public static boolean looks(LineGrid grid, int channels) {
    return GateKernels.looks(
        grid.modes().dimension(), grid.points().last(), channels, grid.modes().count());
  }

  /** Which statistics are used, as the kernels are told. */
  public static int mask(List<String> names) {
    return names.stream().mapToInt(name -> 1 << STATISTICS.indexOf(name)).sum();
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

  /** What the backward pass needs of the forward pass. */
  private final class Trace implements Passed {
    private final Tensor z;
    private final Tensor x;
    private final TapedGate taped;
    private final Tensor moments;
    private final Tensor context;
    private final Tensor seenStatistics;
    private final Tensor before;
    private final Tensor hiddenNumbers;
    private final Tensor product;
    private final Tensor tanhs;
    private final Tensor result;
    private Tensor pull;

    Trace(Tensor z, Tensor x, Tensor given, boolean taping) {
      int samples = Math.toIntExact(z.size(1));
      this.z = z;
      this.x = x;
      taped = new TapedGate(parts, z, x.narrow(0, 0, modes), given, taping);
      moments = empty(MOMENTS, channels, samples);
      context = empty(CONTEXT, samples);
      seenStatistics = empty(seen, samples);
      before = empty(samples, hidden);
      hiddenNumbers = empty(samples, hidden);
      product = taping ? empty(modes, channels, samples, 2) : null;
      tanhs = taping ? empty(modes, channels, samples) : null;
      result = spectrum.emptyModes(x.size(0), channels, samples);
    }

    @Override
    public Tensor result() {
      return result;
    }

    @Override
    public Tensor backward(Tensor gradient, SideStream side) {
      return FusedGate.this.backward(this, gradient, side);
    }

    @Override
    public void addValueGradient(Tensor ofField) {
      if (pull != null) {
        FusedGate.this.addValueGradient(this, ofField);
      }
    }
  }

  @Override
  public Passed forward(Tensor z, Tensor x, Tensor given, boolean taping) {
    Trace t = new Trace(z, x, given, taping);
    int samples = Math.toIntExact(z.size(1));
    if (kernels.looks()) {
      look(t, samples);
    } else {
      lookInTwo(t, samples);
    }
    t.taped.goThroughMiddle(t.hiddenNumbers);
    spectrum.launch(
        spectrum.product("mixGated", spectral.weight(), hidden),
        channels,
        samples,
        new Arguments()
            .pointer("x", x)
            .pointer("weight", spectral.weight())
            .pointer("hidden", t.taped.lastHidden())
            .pointer("w2", t.taped.lastWeight())
            .pointer("b2", t.taped.lastBias())
            .pointer("gain", parts.gain().tensor())
            .pointer("y", t.result)
            .pointerOrNone("plain", t.product)
            .pointerOrNone("tanhs", t.tanhs)
            .number("samples", samples));
    return t;
  }

  private void look(Trace t, int samples) {
    kernels
        .kernel("look", KNOWN + seen + 3 * modes + MOMENTS * channels)
        .launch(
            samples,
            GateKernels.LOOK_THREADS,
            ofStatistics(
                new Arguments()
                    .pointer("z", t.z)
                    .pointer("x", t.x)
                    .pointer("multiplicity", parts.multiplicity()),
                t,
                samples));
  }

  private void lookInTwo(Trace t, int samples) {
    Tensor power = empty(modes, samples);
    int count = channels * samples;
    int threads = kernels.momentsThreads();
    int rowBlocks = Tiles.count(count, kernels.rowsPerBlock());
    int powerBlocks = Tiles.count(modes * samples, threads);
    kernels
        .kernel("moments", 2 * THREADS / 32)
        .launch(
            rowBlocks + powerBlocks,
            threads,
            new Arguments()
                .pointer("z", t.z)
                .pointer("values", t.moments)
                .number("rows", count)
                .number("rowBlocks", rowBlocks)
                .pointer("x", t.x)
                .pointer("multiplicity", parts.multiplicity())
                .pointer("power", power)
                .number("modes", modes)
                .number("channels", channels));
    kernels
        .kernel("statistics", KNOWN + seen)
        .launch(samples, 64, ofStatistics(new Arguments().pointer("power", power), t, samples));
  }

  /** What the kernels take that find statistics, behind what they find them from. */
  private Arguments ofStatistics(Arguments from, Trace t, int samples) {
    return from.pointer("radius", parts.radius())
        .pointer("w1", parts.first().weight())
        .pointer("b1", parts.first().bias())
        .pointerOrNone("shift", valuesOf(parts.shift()))
        .pointerOrNone("scale", valuesOf(parts.scale()))
        .pointerOrNone("given", t.taped.given())
        .pointer("values", t.moments)
        .pointer("context", t.context)
        .pointer("seen", t.seenStatistics)
        .pointer("before", t.before)
        .pointer("hidden", t.hiddenNumbers)
        .number("samples", samples);
  }

  /** The backward pass to the modes. */
  private Tensor backward(Trace t, Tensor gradient, SideStream side) {
    int samples = Math.toIntExact(t.z.size(1));
    Tensor ofProduct = spectrum.emptyModes(gradient.size(0), channels, samples);
    Tensor ofHidden = empty(modes, samples, hidden);
    int chunks = Tiles.count(samples, CHUNK);
    Tensor ofGain = empty(modes, chunks);
    Tensor beforeTanh = empty(modes, channels, samples);
    kernels
        .kernel("gateBack", channels * (CHUNK + 1 + hidden + 1) + THREADS / 32)
        .launchBox(
            modes,
            chunks,
            1,
            THREADS,
            new Arguments()
                .pointer("gy", gradient)
                .pointer("y0", t.product)
                .pointer("tanhs", t.tanhs)
                .pointer("w2", t.taped.lastWeight())
                .pointer("gain", parts.gain().tensor())
                .pointer("gy0", ofProduct)
                .pointer("back", beforeTanh)
                .pointer("ofHidden", ofHidden)
                .pointer("ofGain", ofGain)
                .number("samples", samples));
    product.addWeightGradient(ofProduct, t.x, side);
    Tensor ofFirst = t.taped.backThroughMiddle(ofHidden);
    Tensor ofBefore = empty(samples, hidden);
    Tensor pull = empty(PULLS, samples);
    Tensor ofPower = empty(modes, samples);
    Tensor ofGiven = extra == 0 ? null : empty(extra, samples);
    kernels
        .kernel("gateFinish", THREADS + KNOWN + SCRATCH + hidden * seen)
        .launch(
            samples + 1,
            THREADS,
            new Arguments()
                .pointer("ofHidden", ofFirst)
                .number("partsOfHidden", Math.toIntExact(ofFirst.size(0)))
                .pointer("before", t.before)
                .pointer("w1", parts.first().weight())
                .pointerOrNone("scale", valuesOf(parts.scale()))
                .pointer("context", t.context)
                .pointer("radius", parts.radius())
                .pointer("multiplicity", parts.multiplicity())
                .pointer("ofGain", ofGain)
                .number("gains", modes * chunks)
                .pointer("gain", parts.gain().tensor())
                .pointer("gainGradient", parts.gain().gradient())
                .pointer("ofBefore", ofBefore)
                .pointer("pull", pull)
                .pointer("spectral", ofPower)
                .pointerOrNone("ofGiven", ofGiven)
                .number("samples", samples));
    addMetaNetGradient(t, beforeTanh, ofBefore, side);
    if (parts.detached()) {
      return product.mixBack(ofProduct);
    }
    Tensor ofModes = spectrum.emptyModes(t.x.size(0), channels, samples);
    spectrum.launch(
        spectrum.product("mixGatedBack", spectral.weight(), hidden),
        channels,
        samples,
        new Arguments()
            .pointer("gy", ofProduct)
            .pointer("weight", spectral.weight())
            .pointer("x", t.x)
            .pointer("pull", ofPower)
            .pointer("gx", ofModes)
            .number("samples", samples));
    t.taped.backThroughGiven(ofGiven, ofModes.narrow(0, 0, modes));
    t.pull = pull;
    return ofModes;
  }

  private void addMetaNetGradient(Trace t, Tensor beforeTanh, Tensor ofBefore, SideStream side) {
    int samples = Math.toIntExact(beforeTanh.size(2));
    boolean spreads = parts.spread() != null;
    Tensor ofLast =
        spreads
            ? Tensor.zeros(DType.FLOAT32, spectrum.device(), (hidden + 1L) * modes * channels)
            : parts.last().gradient();
    Kernel last = kernels.kernel("gateLast", channels * (WIDE + 1) + WIDE * (hidden + 1));
    Kernel first = kernels.kernel("gateWeight", 0);
    Runnable launchLast =
        () ->
            last.launch(
                modes,
                THREADS,
                new Arguments()
                    .pointer("back", beforeTanh)
                    .pointer("hidden", t.taped.lastHidden())
                    .pointer("gw2", ofLast)
                    .number("samples", samples));
    if (spreads) {
      // Not concurrently: what comes back from here goes on to the rows that were spread.
      launchLast.run();
      t.taped.backThroughSpread(ofLast);
    }
    spectrum.runConcurrently(
        side,
        () -> {
          if (!spreads) {
            launchLast.run();
          }
          first.launch(
              Tiles.count(hidden * (seen + 1), THREADS / 32),
              THREADS,
              new Arguments()
                  .pointer("ofBefore", ofBefore)
                  .pointer("seen", t.seenStatistics)
                  .pointer("gw1", parts.first().gradient())
                  .number("samples", samples));
        });
  }

  private void addValueGradient(Trace t, Tensor ofField) {
    int samples = Math.toIntExact(t.z.size(1));
    long threads = t.z.count() / 4;
    int perBlock = 32 * GateKernels.ROW_WARPS;
    kernels
        .kernel("momentsBack", 0)
        .launch(
            Math.toIntExact(Tiles.count(threads, perBlock)),
            perBlock,
            new Arguments()
                .pointer("z", t.z)
                .pointer("values", t.moments)
                .pointer("pull", t.pull)
                .pointer("gz", ofField)
                .number("rows", channels * samples)
                .number("samples", samples));
    t.taped.addFieldGradient(ofField);
  }

  private static Tensor valuesOf(Parameter constants) {
    return constants == null ? null : constants.tensor();
  }

  private Tensor empty(long... shape) {
    return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
  }
}
