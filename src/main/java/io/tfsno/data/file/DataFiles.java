package io.tfsno.data.file;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Opens data files and turns what can go wrong with them into messages that name the file. */
public final class DataFiles {
  /** How a refusal to write over a file ends. */
  public static final String ALLOW_REPLACING = "allow it to be replaced";

  private static final int LONGEST_FOUND = 1000;

  private DataFiles() {}

  public static UserError error(Path file, String expected, String found, String next) {
    // What was found may come from a damaged file: any bytes at all, made fit for one line.
    String shown = shown(found, LONGEST_FOUND);
    return new UserError(file + ": expected " + expected + ", found " + shown + ". " + next);
  }

  /** What may be any bytes at all, made fit for a message of one line. */
  public static String shown(String text, int most) {
    if (text == null) {
      return "nothing";
    }
    String start = text.length() > most ? text.substring(0, most) + "…" : text;
    return start.replaceAll("\\p{Cntrl}", "?");
  }

  /** Opens an existing file for reading; {@code what} says what kind of file was hoped for. */
  public static FileChannel openForReading(Path file, String what) {
    if (Files.isDirectory(file)) {
      throw error(file, what, "a directory", "Name a file inside it.");
    }
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw error(file, what, "no such file", "Check the path.");
    } catch (IOException e) {
      throw cannotRead(file, e);
    }
  }

  /** Opens a new, empty file for reading and writing in place of any old one. */
  public static FileChannel createForWriting(Path file) {
    try {
      return FileChannel.open(
          file,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Where a file is written before it is whole. */
  public static Path partOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /**
   * Gives a whole file its final name, in one move where the file system can, and returns when the
   * name is on the disk. The contents must be there already: see {@link Durable}.
   */
  public static void moveIntoPlace(Path part, Path file) throws IOException {
    try {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
    Durable.folderOf(file);
  }

  /** Writes a text file as a whole or not at all, and returns when it is on the disk. */
  public static void replace(Path file, String text) {
    replace(file, partOf(file), text);
  }

  /** The same by way of a part with a name of its own, where several may write at once. */
  public static void replace(Path file, Path part, String text) {
    try {
      try (FileChannel channel = createForWriting(part)) {
        Blocks.writeFully(channel, 0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        channel.force(true); // or a loss of power could leave the new name on an empty file
      }
      moveIntoPlace(part, file);
    } catch (IOException e) {
      deleteQuietly(part);
      throw cannotWrite(file, e);
    }
  }

  /** For the way out after another error, which is the one worth telling. */
  public static void deleteQuietly(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException ignored) {
      // What stopped the writing is on its way to the user.
    }
  }

  /** Makes the folder that a file is to be written to, if it is not there. */
  public static void createFolderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Durable.createFolders(folder);
      }
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Refuses to write over a file that is there, unless told to. */
  public static void requireFree(Path file, boolean force) {
    if (Files.isDirectory(file)) {
      throw error(file, "the name of a file to write", "a directory", "Name a file inside it.");
    }
    if (Files.exists(file) && !force) {
      throw error(
          file,
          "no file of that name yet",
          "one",
          "Choose another name, or " + ALLOW_REPLACING + ".");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw error(file, "an existing folder", "none at " + folder, "Create it first.");
    }
  }

  /** For the way out after another error, which is the one worth telling. */
  public static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The caller is about to report what went wrong first.
    }
  }

  public static UserError cannotRead(Path file, IOException e) {
    return new UserError(
        "%s: cannot be read: %s. Check the disk and the file's permissions."
            .formatted(file, reason(e)),
        e);
  }

  public static UserError cannotWrite(Path file, IOException e) {
    return new UserError(
        "%s: cannot be written: %s. Check that its folder exists, may be written to and has room."
            .formatted(file, reason(e)),
        e);
  }

  /** What went wrong, without the path that messages begin with. */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    // The message of a FileSystemException repeats the path; its reason alone is what we lack.
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
