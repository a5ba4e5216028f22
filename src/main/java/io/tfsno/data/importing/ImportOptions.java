package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import io.tfsno.spectral.Boundary;
import java.util.List;

/**
 * What a user says about files to import; everything that they say themselves may be left out.
 *
 * @param axes what the axes of the arrays stand for; null if the file says
 * @param interval between snapshots; null if the file says
 * @param lengths of the box, one for all axes or one for each; empty if the file says
 * @param boundaries one for all axes or one for each; empty if the file says
 * @param fields the variables to import, or names for the channels of a single array
 * @param split into train, valid and test; null to keep one set
 * @param stride only every n-th snapshot
 * @param resolution points per axis, one for all or one for each; empty to keep the file's
 * @param dataset the array to import, by path; null if there is no choice
 * @param resample whether to interpolate what is spaced unevenly
 */
public record ImportOptions(
    AxesText axes,
    Double interval,
    List<Double> lengths,
    List<Boundary> boundaries,
    List<String> fields,
    SplitRule split,
    int stride,
    List<Integer> resolution,
    String dataset,
    boolean resample,
    List<ConditionOption> conditions) {

  public ImportOptions {
    lengths = List.copyOf(lengths);
    boundaries = List.copyOf(boundaries);
    fields = List.copyOf(fields);
    resolution = List.copyOf(resolution);
    conditions = List.copyOf(conditions);
    if (interval != null && !(interval > 0 && interval < Double.POSITIVE_INFINITY)) {
      throw new UserError("a positive time between snapshots", interval.toString(), "Correct it.");
    }
    if (stride < 1) {
      throw new UserError("a stride of at least 1", Integer.toString(stride), "Correct it.");
    }
    if (lengths.stream().anyMatch(l -> !(l > 0 && l < Double.POSITIVE_INFINITY))) {
      throw new UserError("positive lengths of the box", lengths.toString(), "Correct them.");
    }
    if (resolution.stream().anyMatch(n -> n < 2)) {
      throw new UserError("at least 2 points per axis", resolution.toString(), "Correct it.");
    }
  }

  /** For a file that says everything. */
  public static ImportOptions none() {
    return new ImportOptions(
        null, null, List.of(), List.of(), List.of(), null, 1, List.of(), null, false, List.of());
  }

  /** All that changes what is written, for the file's provenance. */
  String text() {
    StringBuilder text = new StringBuilder();
    add(text, "axes", axes == null ? null : axes.text());
    add(text, "dataset", dataset);
    add(text, "fields", fields.isEmpty() ? null : String.join(",", fields));
    add(text, "stride", stride == 1 ? null : stride);
    add(text, "resolution", resolution.isEmpty() ? null : resolution);
    add(text, "resample", resample ? true : null);
    add(text, "split", split == null ? null : splitText());
    conditions.forEach(c -> add(text, c.kind().label(), c.text()));
    return text.toString();
  }

  private String splitText() {
    return "train:%s,valid:%s,test:%s,seed:%d"
        .formatted(split.train(), split.valid(), split.test(), split.seed());
  }

  private static void add(StringBuilder text, String name, Object value) {
    if (value != null) {
      text.append(text.isEmpty() ? "" : "; ").append(name).append(' ').append(value);
    }
  }
}
