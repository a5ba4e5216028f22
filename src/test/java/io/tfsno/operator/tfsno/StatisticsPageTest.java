package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.Statistic;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * docs/reference/model-details.md names every number that a gate sees, in its order and by its
 * formula.
 */
@ExtendWith(PerTestScope.class)
class StatisticsPageTest {
  private static final Path PAGE = Path.of("docs", "reference", "model-details.md");
  private static final int CHANNELS = 3;

  /** A row of a table: its number, its name, its formula. */
  private record Row(int number, String name, String formula) {}

  private Constants constants;
  private Parameters parameters;

  @BeforeEach
  void open() {
    constants = new Constants();
    parameters = new Parameters();
  }

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  /** The tables of the part about statistics: the eight, the ninth, 1D, 2D. */
  private static List<List<Row>> tables() throws IOException {
    List<List<Row>> tables = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      inside = line.startsWith("#") ? line.equals("### Statistics of the gate") : inside;
      if (inside && line.startsWith("|---")) {
        tables.add(new ArrayList<>());
      } else if (inside && line.matches("\\| \\d+ \\|.*")) {
        String[] cells = line.split(" *\\| *", -1);
        tables
            .get(tables.size() - 1)
            .add(
                new Row(
                    Integer.parseInt(cells[1]),
                    cells[2].replace("`", ""),
                    cells[3].replaceFirst("^`([^`]*)`.*", "$1")));
      }
    }
    return tables;
  }

  @Test
  void names_ofThePage_areThoseOfTheRegistryInItsOrder() throws IOException {
    List<List<Row>> tables = tables();
    assertThat(tables).hasSize(4);
    assertThat(tables.get(0)).extracting(Row::name).isEqualTo(Statistics.ofPaper());
    List<Row> all = new ArrayList<>(tables.get(0));
    all.addAll(tables.get(1));
    assertThat(all).extracting(Row::name).isEqualTo(Statistics.names(Statistics.all()));
    assertThat(all)
        .extracting(Row::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 9).boxed().toList());
    for (List<Row> more : tables.subList(2, 4)) {
      assertThat(more)
          .extracting(Row::number)
          .containsExactlyElementsOf(IntStream.rangeClosed(9, 16).boxed().toList());
    }
    assertThat(tables.stream().flatMap(List::stream).map(Row::formula))
        .containsExactlyInAnyOrderElementsOf(DocumentedFormulas.ALL.keySet());
  }

  @Test
  void everyStatistic_onALineAPlaneAndInSpace_isItsFormula() throws IOException {
    List<List<Row>> tables = tables();
    List<Row> all = new ArrayList<>(tables.get(0));
    all.addAll(tables.get(1));
    for (Case at : cases()) {
      List<Double> found = new ArrayList<>();
      for (Statistic statistic : Statistics.all()) {
        found.add((double) statistic.of(at.input()).toFloats()[0]);
      }
      assertFormulas(all, at.naive(), found);
    }
  }

  @Test
  void directional_onALineAndAPlane_areTheEightAndTheirTable() throws IOException {
    List<List<Row>> tables = tables();
    for (Case at : cases().subList(0, 4)) {
      List<Row> rows = new ArrayList<>(tables.get(0));
      rows.addAll(tables.get(at.modes().dimension() == 1 ? 2 : 3));
      List<Double> found = directional(at);
      assertThat(found).hasSize(16);
      assertFormulas(rows, at.naive(), found);
    }
  }

  @Test
  void directional_inSpace_areCentroidsSpreadsAndSharesOfEveryPair() {
    Case at = cases().get(4);
    NaiveStatistics s = at.naive();
    List<Double> expected = new ArrayList<>();
    for (int axis = 0; axis < 3; axis++) {
      expected.add(DocumentedFormulas.along(s, axis));
    }
    for (int axis = 0; axis < 3; axis++) {
      expected.add(DocumentedFormulas.spreadAlong(s, axis));
    }
    for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
      for (int sign : new int[] {1, -1}) {
        expected.add(DocumentedFormulas.diagonal(s, pair[0], pair[1], sign, s::lower));
        expected.add(DocumentedFormulas.diagonal(s, pair[0], pair[1], sign, k -> !s.lower(k)));
      }
    }
    List<Double> found = directional(at);
    assertThat(found).hasSize(26);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(8 + i)).as("number " + (9 + i)).isCloseTo(expected.get(i), offset(2e-5));
    }
  }

  @Test
  void learned_onALine_isTheEncoderOfThePage() {
    LearnedFeatures features = new LearnedFeatures(parameters, "encoder", 1, CHANNELS);
    parameters.allocate(Device.CPU, new Rng(3));
    Tensor z = noise(5, CHANNELS, 1, 24);
    Case at = of(Modes.half(5), z);
    double[] found = features.of(at.input()).toDoubles();
    double[][] a = convolved("encoder.0", values(z), 16, 5, 4);
    double[][] b = convolved("encoder.1", a, 32, 3, 2);
    double[] weight = parameters.get("encoder.2.weight").toDoubles();
    double[] bias = parameters.get("encoder.2.bias").toDoubles();
    assertThat(found).hasSize(32);
    for (int out = 0; out < 32; out++) {
      double f = bias[out];
      for (int in = 0; in < 32; in++) {
        double mean = 0;
        for (double v : b[in]) {
          mean += v / b[in].length;
        }
        f += weight[out * 32 + in] * mean;
      }
      assertThat(found[out]).isCloseTo(f, offset(1e-5));
    }
  }

  /** {@code GELU( conv x )} on a circle, every stride-th point. */
  private double[][] convolved(String name, double[][] x, int out, int size, int stride) {
    double[] weight = parameters.get(name + ".weight").toDoubles();
    double[] bias = parameters.get(name + ".bias").toDoubles();
    int n = x[0].length;
    double[][] y = new double[out][n / stride];
    for (int o = 0; o < out; o++) {
      for (int i = 0; i < n / stride; i++) {
        double sum = bias[o];
        for (int c = 0; c < x.length; c++) {
          for (int j = 0; j < size; j++) {
            int from = Math.floorMod(stride * i + j - size / 2, n);
            sum += weight[(o * x.length + c) * size + j] * x[c][from];
          }
        }
        y[o][i] = gelu(sum);
      }
    }
    return y;
  }

  /** By the series of the error function. */
  private static double gelu(double x) {
    double t = x / Math.sqrt(2);
    double term = t;
    double sum = t;
    for (int n = 1; n < 80; n++) {
      term *= -t * t / n;
      sum += term / (2 * n + 1);
    }
    return 0.5 * x * (1 + 2 / Math.sqrt(Math.PI) * sum);
  }

  private static void assertFormulas(List<Row> rows, NaiveStatistics s, List<Double> found) {
    for (int i = 0; i < rows.size(); i++) {
      double expected = DocumentedFormulas.ALL.get(rows.get(i).formula()).applyAsDouble(s);
      assertThat(found.get(i)).as(rows.get(i).name()).isCloseTo(expected, offset(5e-5));
    }
  }

  private List<Double> directional(Case at) {
    ModeTable table = new ModeTable(at.modes(), constants);
    TrainingGrid grid = new TrainingGrid(at.points(), constants);
    double[] found = new DirectionalStatistics(table, grid).of(at.input()).toDoubles();
    return IntStream.range(0, found.length).mapToObj(i -> found[i]).toList();
  }

  private record Case(Modes modes, Points points, NaiveStatistics naive, GateInput input) {}

  /**
   * Noise with a mean on two lines, a square, a rectangle and a box, also up to the Nyquist wave.
   */
  private List<Case> cases() {
    return List.of(
        of(Modes.half(5), noise(1, CHANNELS, 1, 17).add(0.4)),
        of(Modes.half(8), noise(2, CHANNELS, 1, 16).mul(3)),
        of(Modes.half(4, 4), noise(3, CHANNELS, 1, 10, 10).add(0.2)),
        of(Modes.half(3, 5), noise(4, CHANNELS, 1, 8, 12)),
        of(Modes.half(2, 3, 3), noise(5, CHANNELS, 1, 6, 8, 7)));
  }

  private Case of(Modes modes, Tensor z) {
    Points points = Points.of(z, modes.dimension());
    SpectralConv conv =
        new SpectralConv(
            new Parameters(), constants, "phi", CHANNELS, 1, modes, Initialiser.zeros());
    GateInput input =
        new GateInput(
            new ModeTable(modes, constants),
            new TrainingGrid(points, constants),
            z,
            conv.analyse(z));
    return new Case(modes, points, new NaiveStatistics(values(z), points, modes), input);
  }

  /** {@code [channel][cell]} of {@code [channel, 1, x(, y, z)]}. */
  private static double[][] values(Tensor z) {
    double[] flat = z.toDoubles();
    int cells = flat.length / CHANNELS;
    double[][] values = new double[CHANNELS][cells];
    for (int c = 0; c < CHANNELS; c++) {
      System.arraycopy(flat, c * cells, values[c], 0, cells);
    }
    return values;
  }
}
