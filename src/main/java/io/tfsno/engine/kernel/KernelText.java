package io.tfsno.engine.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The text of CUDA C files: each lies in the resources of the package whose class launches it. */
public final class KernelText {
  private KernelText() {}

  /** What every file of kernels begins with. */
  public static String launch() {
    return of(KernelText.class, "launch");
  }

  /**
   * @param room a class of the package that the file belongs to
   * @param file its name, without the ending
   */
  public static String of(Class<?> room, String file) {
    String name = file + ".cu";
    try (InputStream in = room.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
