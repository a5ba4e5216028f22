package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.LineMatrices;
import io.tfsno.spectral.Modes;
import java.util.HashMap;
import java.util.Map;

/**
 * Hand-written kernels for the spectral side of networks on one grid: the learnt products of the
 * modes, and for planes the transform along the first axis.
 *
 * <p>Fields are {@code [channel, sample, x(, y)]}. Their <em>lines</em> are coefficients along the
 * last axis, {@code [channel, sample(, x), pitch]}, which {@link FusedLayer} takes and gives; their
 * <em>modes</em> are {@code [channel, sample, pitch]} with re and im of each mode side by side, in
 * the order of {@link SpectralConv}'s weights. In 1D the two are the same.
 */
public final class FusedSpectrum {
  private static final int WARPS = 4;
  private static final int ROW_WARPS = 8;

  private final int points;
  private final Modes modes;
  private final Constants constants;
  private final Device device;
  private final int line;
  private final int pitch;
  private final Kernel down;
  private final Kernel up;

  public FusedSpectrum(Modes modes, int points, Constants constants, Device device) {
    this.points = points;
    this.modes = modes;
    this.constants = constants;
    this.device = device;
    line = roundUp(2 * modes.columns().count(), 8);
    boolean plane = modes.dimension() == 2;
    pitch = plane ? 2 * modes.count() : line;
    if (plane) {
      int half = modes.rows().positive();
      Kernels rows =
          CudaSource.compile(
              "rows",
              Map.of(
                  "N",
                  points,
                  "LINE",
                  line,
                  "COLUMNS",
                  modes.columns().count(),
                  "HALF",
                  half,
                  "WARPS",
                  ROW_WARPS));
      int bytes = 4 * 2 * 2 * half * (points + 4);
      down = rows.kernel("down", bytes);
      up = rows.kernel("up", bytes);
    } else {
      down = null;
      up = null;
    }
  }

  /** Whether there are kernels for such grids and modes. */
  public static boolean fits(Modes modes, int points) {
    boolean balanced = modes.dimension() == 1 || modes.rows().positive() == modes.rows().negative();
    return balanced && points % 32 == 0 && points <= (modes.dimension() == 1 ? 512 : 256);
  }

  int points() {
    return points;
  }

  int dimension() {
    return modes.dimension();
  }

  /** Numbers of a line. */
  int line() {
    return line;
  }

  Device device() {
    return device;
  }

  /** {@code [line, x]}: a line from points, with all factors of the forward transform. */
  public Tensor analysis() {
    return matrix("analysis", false);
  }

  /** {@code [line, x]}: points from a line. */
  public Tensor synthesis() {
    return matrix("synthesis", true);
  }

  private Tensor matrix(String what, boolean inverse) {
    return constants.tensor(
        what + " of " + modes + " on " + points,
        device,
        () -> LineMatrices.padded(modes, points, line, inverse));
  }

  private Tensor table() {
    return constants.tensor(
        "waves of " + modes + " on " + points, device, () -> LineMatrices.waves(modes, points));
  }

  /** Lines to modes. */
  public Tensor toModes(Tensor lines) {
    if (down == null) {
      return lines;
    }
    long images = lines.size(0) * lines.size(1);
    Tensor out = Tensor.empty(DType.FLOAT32, device, lines.size(0), lines.size(1), pitch);
    down.launch(
        rowBlocks(down, images), 32 * ROW_WARPS, lines, table(), out, Math.toIntExact(images));
    return out;
  }

  /** Modes to lines: the transpose of {@link #toModes}. */
  public Tensor toLines(Tensor ofModes) {
    if (up == null) {
      return ofModes;
    }
    long images = ofModes.size(0) * ofModes.size(1);
    Tensor out =
        Tensor.empty(DType.FLOAT32, device, ofModes.size(0), ofModes.size(1), points, line);
    up.launch(
        rowBlocks(up, images), 32 * ROW_WARPS, ofModes, table(), out, Math.toIntExact(images));
    return out;
  }

  private static int rowBlocks(Kernel kernel, long images) {
    int most = Kernels.multiprocessors() * kernel.blocksPerMultiprocessor(32 * ROW_WARPS);
    return (int) Math.min(most, (images + ROW_WARPS - 1) / ROW_WARPS);
  }

  /** The learnt product, {@code [in, sample, pitch]} to {@code [out, sample, pitch]}. */
  public Tensor mix(Tensor x, Tensor weight) {
    int in = Math.toIntExact(weight.size(-1));
    int out = Math.toIntExact(weight.size(-3));
    Tensor y = coefficients(out, x.size(1));
    launch("mix", in, out, out, x.size(1), x, weight, y);
    return y;
  }

  /** From the gradient of the product to the gradient of what went into it. */
  public Tensor mixBack(Tensor gradient, Tensor weight) {
    int in = Math.toIntExact(weight.size(-1));
    int out = Math.toIntExact(weight.size(-3));
    Tensor gx = coefficients(in, gradient.size(1));
    launch("mixBack", in, out, in, gradient.size(1), gradient, weight, gx);
    return gx;
  }

  /** Adds the gradient of the weights. */
  public void addWeightGradient(Tensor gradient, Tensor x, Tensor weightGradient) {
    int in = Math.toIntExact(weightGradient.size(-1));
    int out = Math.toIntExact(weightGradient.size(-3));
    kernel("mixWeight", in, out)
        .launchBox(
            modes.count(),
            roundUp(out, 16) / 16,
            1,
            32 * WARPS,
            gradient,
            x,
            weightGradient,
            Math.toIntExact(x.size(1)));
  }

  private void launch(String name, int in, int out, int rows, long samples, Tensor... tensors) {
    int tiles = (Math.toIntExact(samples) + 3) / 4;
    int turns = Math.max(1, tiles / (4 * WARPS));
    kernel(name, in, out)
        .launchBox(
            modes.count(),
            roundUp(rows, 16) / 16,
            turns,
            32 * WARPS,
            tensors[0],
            tensors[1],
            tensors[2],
            Math.toIntExact(samples));
  }

  private Kernel kernel(String name, int in, int out) {
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("CIN", in);
    sizes.put("COUT", out);
    sizes.put("PITCH", pitch);
    sizes.put("WARPS", WARPS);
    return CudaSource.compile("modes", sizes).kernel(name, 0);
  }

  /** Numbers beyond the last mode are multiplied by zero, so they must at least be numbers. */
  private Tensor coefficients(int channels, long samples) {
    return pitch == 2 * modes.count()
        ? Tensor.empty(DType.FLOAT32, device, channels, samples, pitch)
        : Tensor.zeros(DType.FLOAT32, device, channels, samples, pitch);
  }

  static int roundUp(int n, int to) {
    return (n + to - 1) / to * to;
  }
}
