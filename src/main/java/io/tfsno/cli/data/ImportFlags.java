package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.data.importing.Need;
import java.util.Map;
import java.util.function.Supplier;

/** The flags by which a user says what a file to import does not. */
final class ImportFlags {
  private static final Map<Need, String> FLAGS =
      Map.of(
          Need.AXES, "--axes",
          Need.FIELDS, "--fields",
          Need.DATASET, "--dataset",
          Need.INTERVAL, "--dt",
          Need.LENGTH, "--length",
          Need.BOUNDARY, "--boundary",
          Need.EVEN, "--resample");

  private ImportFlags() {}

  static String of(Need need) {
    return FLAGS.get(need);
  }

  /** A refusal for a missing statement names the flag that provides it. */
  static <T> T naming(Supplier<T> work) {
    try {
      return work.get();
    } catch (UserError e) {
      throw Need.of(e)
          .map(need -> new UserError(e.getMessage() + " Use " + of(need) + ".", e))
          .orElse(e);
    }
  }
}
