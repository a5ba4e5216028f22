package io.tfsno.pde.solver;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.pde.ProductForm;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The steps of an interval in two kernels for each of their four stages: one goes along the columns
 * of a batch of planes, the other along their rows.
 */
final class PlaneInterval implements Interval {
  private static final int STAGES = 4;

  /** Neighbouring columns of a block: 64 bytes of each row are read in one piece. */
  private static final int COLUMNS = 4;

  private static final int ROWS = 4;
  private static final int MOST_THREADS = 1024;

  private final int substeps;
  private final Kernel columns;
  private final Kernel rows;
  private final int arrays;
  private final int columnBlocks;
  private final int columnThreads;
  private final int rowBlocks;
  private final int rowThreads;
  private final List<Arguments> ofColumns;
  private final Arguments ofRows;

  PlaneInterval(FormKernels form, Tensor state, PackedGrid grid, int substeps) {
    this.substeps = substeps;
    Points points = grid.wavenumbers().grid().points();
    int nx = points.at(0);
    int ny = points.last();
    Modes.Axis last = grid.modes().last();
    arrays = Math.toIntExact(state.size(0));
    Kernels file =
        form.file(
            "plane",
            Map.of(
                "NX",
                nx,
                "NY",
                ny,
                "KX",
                grid.largestKeptWave(0),
                "KY",
                last.count(),
                "POSITIVE",
                last.positive(),
                "COLUMNS",
                COLUMNS,
                "ROWS",
                ROWS));
    columns = file.kernel("columns", columnBytes(form.slots(), form.channels(), nx));
    rows = file.kernel("rows", rowBytes(form.slots(), ny));
    columnBlocks = (last.count() + COLUMNS - 1) / COLUMNS;
    columnThreads = COLUMNS * FormKernels.lanes(nx) * form.slots();
    rowBlocks = (nx + ROWS - 1) / ROWS;
    rowThreads = ROWS * FormKernels.lanes(ny) * form.slots();
    // Rows of an even number of columns begin at whole sectors of memory, as plane.cu has them.
    int row = (last.count() + 1) / 2 * 2;
    Tensor planes = Tensor.empty(DType.COMPLEX128, form.device(), arrays, form.slots(), nx, row);
    Tensor base = Tensor.empty(DType.COMPLEX128, form.device(), state.shape());
    Tensor a = Tensor.empty(DType.COMPLEX128, form.device(), state.shape());
    Tensor roots = form.roots(nx);
    ofColumns =
        IntStream.rangeClosed(0, STAGES)
            .mapToObj(
                stage ->
                    form.with(
                            new Arguments()
                                .pointer("planes", planes)
                                .pointer("state", state)
                                .pointer("base", base)
                                .pointer("a", a),
                            roots)
                        .number("stage", stage))
            .toList();
    ofRows = new Arguments().pointer("planes", planes).pointer("roots", form.roots(ny));
  }

  private static int columnBytes(int slots, int channels, int nx) {
    int numbers = COLUMNS * (slots * FormKernels.room(nx) + channels * nx) + nx;
    return numbers * FormKernels.COMPLEX;
  }

  private static int rowBytes(int slots, int ny) {
    return (ROWS * slots * FormKernels.room(ny) + ny) * FormKernels.COMPLEX;
  }

  /** Whether blocks hold rows and columns of a plane of that many points. */
  static boolean fits(ProductForm form, int channels, Points points) {
    int slots = FormKernels.slots(form);
    int nx = points.at(0);
    int ny = points.last();
    int threads = slots * Math.max(COLUMNS * FormKernels.lanes(nx), ROWS * FormKernels.lanes(ny));
    return FormKernels.transforms(nx)
        && FormKernels.transforms(ny)
        && threads <= MOST_THREADS
        && Math.max(columnBytes(slots, channels, nx), rowBytes(slots, ny)) <= Kernels.sharedBytes();
  }

  /** Leaves the views of the state where the first stage looks for them. */
  @Override
  public void begin() {
    alongColumns(0);
  }

  @Override
  public void advance(double time) {
    for (int step = 0; step < substeps; step++) {
      for (int stage = 1; stage <= STAGES; stage++) {
        rows.launchBox(rowBlocks, arrays, 1, rowThreads, ofRows);
        alongColumns(stage);
      }
    }
  }

  private void alongColumns(int stage) {
    columns.launchBox(columnBlocks, arrays, 1, columnThreads, ofColumns.get(stage));
  }
}
