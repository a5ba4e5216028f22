package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.foreign.hdf5.Hdf5File;
import io.tfsno.data.importing.Contents.Coordinate;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Boundary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is in a file that can be imported, and what its user has to say for that. It is found out by
 * planning the import, and answering in the user's place whatever is missing.
 *
 * @param attributes Double, Long, String, or a list of them
 * @param missing what has to be said, with an example each
 * @param axes the coordinates that were found: entries, first, last
 * @param set what would be written; null if the file cannot be imported
 * @param problem why not, or null
 */
public record Inspection(
    String format,
    Map<String, Object> attributes,
    List<ArrayNote> arrays,
    Map<Need, String> missing,
    List<AxisNote> axes,
    FlatSet set,
    List<String> unused,
    String problem) {

  /** One array. */
  public record ArrayNote(
      String name, String type, long[] shape, List<String> dimensions, String unit) {}

  /** Coordinates along one axis. */
  public record AxisNote(
      String axis, String name, int entries, double first, double last, String unit) {}

  private static final List<String> GUESSES =
      List.of("T=51,X=64", "T,X", "N,T,X", "N,T,X,Y", "N,T,X,Y,C", "N,T,X,Y,Z,C");

  /** Whether a file has to be imported before it can be used; its own formats need not. */
  public static boolean isForeign(Path file) {
    if (!Files.exists(file)) {
      return false; // for those who open it to say so
    }
    try (ForeignFile opened = Formats.open(file)) {
      return !(opened instanceof Hdf5File hdf5)
          || WellContents.matches(hdf5)
          || !TrajectoryFile.recognises(hdf5.root());
    }
  }

  public static Inspection of(Path file) {
    try (ForeignFile opened = Formats.open(file)) {
      Attempt attempt = new Attempt(file, opened);
      attempt.plan();
      return new Inspection(
          attempt.well ? "The Well (HDF5)" : opened.format(),
          new TreeMap<>(opened.attributes()),
          opened.arrays().stream().map(Inspection::note).toList(),
          attempt.missing,
          attempt.axes,
          attempt.set,
          attempt.unused,
          attempt.problem);
    }
  }

  private static ArrayNote note(ForeignArray array) {
    return new ArrayNote(
        array.name(), array.typeName(), array.shape(), array.dimensions(), array.text("units"));
  }

  /** Plans the import with more and more said. */
  private static final class Attempt {
    private final Path file;
    private final ForeignFile opened;
    private final boolean well;
    private final Map<Need, String> missing = new EnumMap<>(Need.class);
    private final List<AxisNote> axes = new ArrayList<>();
    private FlatSet set;
    private List<String> unused = List.of();
    private String problem;

    Attempt(Path file, ForeignFile opened) {
      this.file = file;
      this.opened = opened;
      this.well = opened instanceof Hdf5File hdf5 && WellContents.matches(hdf5);
    }

    void plan() {
      while (true) {
        try (ImportSource source = ImportSource.open(List.of(file), options())) {
          axes.clear();
          source.contents().coordinates().forEach(this::note);
          ImportPlan plan = new ImportPlan(source);
          set = plan.sets().get(0);
          unused = plan.unused();
          return;
        } catch (UserError e) {
          Need need = Need.of(e).orElse(null);
          if (need == null || missing.containsKey(need)) {
            problem = e.getMessage();
            return;
          }
          missing.put(need, answer(need));
        }
      }
    }

    private void note(Role role, Coordinate at) {
      double[] x = at.values();
      axes.add(new AxisNote(role.name(), at.name(), x.length, x[0], x[x.length - 1], at.unit()));
    }

    private String answer(Need need) {
      return switch (need) {
        case AXES -> GUESSES.get(Math.max(0, Math.min(GUESSES.size(), state().shape().length) - 1));
        case FIELDS, DATASET -> state().name();
        case INTERVAL -> "0.1";
        case LENGTH -> "1";
        case BOUNDARY -> "periodic";
        case EVEN -> "";
      };
    }

    /** The largest array, which is likely what is to be predicted. */
    private ForeignArray state() {
      List<ForeignArray> all = ArrayChoice.candidates(opened);
      return all.stream()
          .max((a, b) -> Integer.compare(a.shape().length, b.shape().length))
          .orElse(opened.arrays().get(0));
    }

    private ImportOptions options() {
      boolean even = missing.containsKey(Need.EVEN);
      String axesText = missing.get(Need.AXES);
      return new ImportOptions(
          axesText == null ? null : AxesText.parse(axesText),
          missing.containsKey(Need.INTERVAL) ? 0.1 : null,
          missing.containsKey(Need.LENGTH) ? List.of(1.0) : List.of(),
          missing.containsKey(Need.BOUNDARY) ? List.of(Boundary.PERIODIC) : List.of(),
          missing.containsKey(Need.FIELDS) ? List.of(missing.get(Need.FIELDS)) : List.of(),
          null,
          1,
          List.of(),
          missing.get(Need.DATASET),
          even,
          List.of());
    }
  }
}
