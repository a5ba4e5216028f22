package io.tfsno.cli.console;

import io.tfsno.base.UserError;
import io.tfsno.report.ink.Drawn;
import java.nio.file.Path;

/** A figure that a command may be asked for. */
public final class SvgFile {
  private SvgFile() {}

  /** Refuses a name that cannot be written to, before any work is done; null asks for nothing. */
  public static void check(Path figure, boolean force) {
    if (figure == null) {
      return;
    }
    if (!figure.getFileName().toString().endsWith(".svg")) {
      throw new UserError("a figure named *.svg", "'" + figure + "'", "Change --figure.");
    }
    OutputFile.requireFree(figure, force);
  }

  public static void write(Drawn drawn, Path figure) {
    drawn.write(figure);
  }
}
