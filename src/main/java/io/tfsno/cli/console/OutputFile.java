package io.tfsno.cli.console;

import io.tfsno.base.UserError;
import io.tfsno.data.SetFile;
import io.tfsno.data.file.DataFiles;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A file that a command writes; the flag {@code --force} lets it replace one that is there. */
public final class OutputFile {
  private OutputFile() {}

  /** Refuses a name that cannot be written to, before any work is done. */
  public static void requireFree(Path file, boolean force) {
    namingForce(
        () -> {
          DataFiles.requireFree(file, force);
          return null;
        });
  }

  /** Refuses a name that says no format of fields, before any work is done. */
  public static void requireFormat(Path out) {
    Advised.run("Change --out.", () -> SetFile.requireFormat(out));
  }

  /** What refuses to replace a file names the flag that allows it. */
  public static <T> T namingForce(Supplier<T> work) {
    try {
      return work.get();
    } catch (UserError e) {
      String flagged =
          e.getMessage().replace(DataFiles.ALLOW_REPLACING, "add --force to replace it");
      throw flagged.equals(e.getMessage()) ? e : new UserError(flagged, e);
    }
  }
}
