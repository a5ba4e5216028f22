package io.tfsno.bench.claim;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/**
 * Whoever holds a claim, as its file says.
 *
 * @param host for people to read
 * @param started when the process did: its number may have been given to another since
 * @param token tells apart several owners in one process
 * @param space where the process's number means something; empty if unknown, as in claims of
 *     earlier versions
 * @param number counts the owners that took this claim over from one another: a process that was
 *     taken for dead, and wakes, can tell its own claim from a later one
 */
record Owner(String host, long pid, String started, String token, String space, long number) {
  private static final int LINES_OF_EARLIER_VERSIONS = 4;

  static Owner self() {
    ProcessHandle process = ProcessHandle.current();
    String host = hostName();
    return new Owner(
        host,
        process.pid(),
        ProcessStart.of(process),
        UUID.randomUUID().toString(),
        PidSpace.here(host).orElse(""),
        1);
  }

  /** The same after another owner; null for none. */
  Owner after(Owner last) {
    return new Owner(host, pid, started, token, space, last == null ? 1 : last.number + 1);
  }

  String text() {
    return String.join("\n", host, Long.toString(pid), started, token, space, Long.toString(number))
        + "\n";
  }

  /** Null if the text is not a whole claim: its writing was never finished. */
  static Owner parse(String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length < LINES_OF_EARLIER_VERSIONS || !isNumber(lines[1])) {
      return null;
    }
    boolean told = lines.length > LINES_OF_EARLIER_VERSIONS + 1 && isNumber(lines[5]);
    return new Owner(
        lines[0],
        Long.parseLong(lines[1]),
        lines[2],
        lines[3],
        told ? lines[4] : "",
        told ? Long.parseLong(lines[5]) : 0);
  }

  private static boolean isNumber(String line) {
    return line.matches("\\d{1,18}");
  }

  /** Whether another owner's process can be looked for by its number. */
  boolean sees(Owner other) {
    return !space.isEmpty() && space.equals(other.space);
  }

  boolean alive() {
    return ProcessHandle.of(pid).filter(p -> ProcessStart.of(p).equals(started)).isPresent();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
