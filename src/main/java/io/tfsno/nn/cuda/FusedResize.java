package io.tfsno.nn.cuda;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.fused.Resize;
import io.tfsno.spectral.Points;
import java.util.Map;

/**
 * {@link FourierResize} from one grid to another, forward and backward, with one hand-written
 * kernel for all axes. Grids that the kernel is not made for, and more lines than it is good at, go
 * the way of libtorch's products. Nothing is taped for gradients.
 */
final class FusedResize implements Resize {
  private static final int TILE = 16;
  private static final int MOST_WARPS = 16;

  private final FourierResize plain;
  private final GpuPath path;
  private final int from;
  private final int to;
  private final Way there;
  private final Way back;

  FusedResize(FourierResize plain, int from, int to, GpuPath path) {
    this.plain = plain;
    this.path = path;
    this.from = from;
    this.to = to;
    boolean fits = fits(plain.axes(), from) && fits(plain.axes(), to);
    there = fits ? new Way(from, to, false) : null;
    back = fits ? new Way(to, from, true) : null;
  }

  /** A warp's part of the matrices must fit into its registers. */
  private static boolean fits(int axes, int points) {
    return points % TILE == 0 && points <= (axes == 1 ? 256 : 64);
  }

  /**
   * Lines that need more than two rounds of blocks are many enough for libtorch's larger tiles to
   * pay: at batch 256 a step of TF-SNO in 1D took 1.14 to 1.16 ms with those, 1.19 with the kernel.
   */
  private boolean serves(Tensor field) {
    boolean many =
        plain.axes() == 1 && field.count() / field.size(-1) > 2L * TILE * Kernels.multiprocessors();
    return there != null && !many;
  }

  @Override
  public Tensor of(Tensor field) {
    return serves(field) ? there.fresh(field) : plain.to(field, Points.cube(plain.axes(), to));
  }

  @Override
  public void write(Tensor place, Tensor field) {
    if (serves(field)) {
      there.run(field, place, false);
    } else {
      plain.write(place, field);
    }
  }

  @Override
  public Tensor back(Tensor gradient) {
    return serves(gradient)
        ? back.fresh(gradient)
        : plain.back(gradient, Points.cube(plain.axes(), from));
  }

  @Override
  public void addBack(Tensor sum, Tensor gradient) {
    if (serves(gradient)) {
      back.run(gradient, sum, true);
    } else {
      plain.addBack(sum, gradient);
    }
  }

  /** One of the two directions. */
  private final class Way {
    private final int points;
    private final int wanted;
    private final boolean transposed;
    private final int warps;
    private final Kernels kernels;

    Way(int points, int wanted, boolean transposed) {
      this.points = points;
      this.wanted = wanted;
      this.transposed = transposed;
      int tiles = plain.axes() * wanted / 8; // two warps share a column of tiles of a plane
      warps = tiles > MOST_WARPS ? tiles / 2 : tiles;
      kernels =
          CudaSource.kernels(
              path,
              FusedResize.class,
              "resize",
              Map.of("AXES", plain.axes(), "FROM", points, "TO", wanted, "WARPS", warps));
    }

    Tensor fresh(Tensor field) {
      Tensor result =
          Tensor.empty(
              field.type(), field.device(), plain.shape(field, Points.cube(plain.axes(), wanted)));
      run(field, result, false);
      return result;
    }

    void run(Tensor field, Tensor place, boolean added) {
      long lines = field.count() / points;
      int together = plain.axes() == 1 ? TILE : points;
      Kernel kernel = kernels.kernel("resize", 4 * sharedFloats());
      kernel.launch(
          kernel.blocksFor(Tiles.count(lines, together), 32 * warps),
          32 * warps,
          new Arguments()
              .pointer("from", field)
              .pointer("table", table(field.device()))
              .pointer("to", place)
              .number("lines", Math.toIntExact(lines))
              .number("added", added ? 1 : 0));
    }

    private int sharedFloats() {
      int line = Tiles.roundUp(points, 32);
      return plain.axes() == 1 ? TILE * (line + 16) : points * (line + 16) + wanted * (line + 20);
    }

    /** {@code [wanted, points]}. */
    private Tensor table(Device device) {
      String key = "resize %d to %d, %s, for %s".formatted(from, to, transposed, path);
      return plain
          .constants()
          .tensor(key, device, () -> path.rounded(FourierResize.matrix(from, to, !transposed)));
    }
  }
}
