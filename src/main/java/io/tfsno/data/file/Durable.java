package io.tfsno.data.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What survives a loss of power. Contents of a file are on the disk once the file was forced there,
 * its name once its folder was. So a file is forced before it gets its final name, or the name
 * could be left on an empty file; and its folder after, or the old file could come back.
 */
public final class Durable {
  private Durable() {}

  /** Returns when the contents of a file are on the disk. */
  public static void file(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Returns when the names in the folder of a file are on the disk. */
  public static void folderOf(Path file) {
    folder(file.toAbsolutePath().getParent());
  }

  private static void folder(Path folder) {
    if (folder == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every file system has folders that can be opened; what it has, it has done.
    }
  }

  /** Makes a folder and those above it, and returns when their names are on the disk. */
  public static void createFolders(Path folder) throws IOException {
    Path wanted = folder.toAbsolutePath();
    if (Files.isDirectory(wanted)) {
      return;
    }
    if (wanted.getParent() != null) {
      createFolders(wanted.getParent());
    }
    Files.createDirectories(wanted);
    folderOf(wanted);
  }
}
