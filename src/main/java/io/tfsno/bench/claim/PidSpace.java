package io.tfsno.bench.claim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the number of a process means the same process: one machine, since it was last started,
 * within one PID namespace. Two containers may share a host name and a folder and still know
 * nothing of each other's processes.
 */
final class PidSpace {
  private static final Path PROC = Path.of("/proc");
  private static final Path MACHINE_ID = Path.of("/etc/machine-id");

  private PidSpace() {}

  /**
   * That of this process; empty where it cannot be told, as with a {@code /proc} of another one.
   */
  static Optional<String> here(String hostName) {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return Optional.of("host " + hostName); // not Linux: there are no such namespaces
    }
    try {
      String shown = Files.readSymbolicLink(PROC.resolve("self")).toString();
      if (!shown.equals(Long.toString(ProcessHandle.current().pid()))) {
        return Optional.empty();
      }
      String machine =
          Files.isReadable(MACHINE_ID) ? Files.readString(MACHINE_ID).strip() : "no machine id";
      String namespace = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
      return Optional.of(String.join(" ", machine, ProcessStart.bootId(), namespace));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
