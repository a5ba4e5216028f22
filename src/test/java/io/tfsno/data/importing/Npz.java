package io.tfsno.data.importing;

import io.tfsno.data.npy.Npy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives as numpy.savez_compressed makes them. */
final class Npz {
  private Npz() {}

  /**
   * @param members a name, a shape (int[]) and numbers (float[]) each
   */
  static Path write(Path file, Object... members) throws IOException {
    Path one = Files.createTempFile(file.toAbsolutePath().getParent(), "member", ".npy");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < members.length; i += 3) {
        Npy.write(one, (int[]) members[i + 1], (float[]) members[i + 2]);
        zip.putNextEntry(new ZipEntry(members[i] + ".npy"));
        Files.copy(one, zip);
      }
    }
    Files.delete(one);
    return file;
  }
}
