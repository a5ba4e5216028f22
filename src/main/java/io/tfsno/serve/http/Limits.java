package io.tfsno.serve.http;

import io.tfsno.base.UserError;
import java.time.Duration;

/**
 * What one request, and all of them together, may take.
 *
 * @param bodyBytes size of a request's body
 * @param bytesInFlight size of all bodies that are read, parsed or kept at a time
 * @param receiving bodies that are waited for at a time
 * @param steps of one rollout
 * @param points grid points per axis of a state that is sent in
 * @param values numbers in an answer of one piece; longer rollouts are streamed
 * @param rollouts rollouts and solutions at a time
 * @param waiting rollouts of one model at a time
 * @param answer time for an answer of one piece
 * @param stream time for a stream
 * @param stall time that a client may keep us waiting for its next bytes, or to take ours
 * @param farewell time that running requests are given when the service stops
 */
public record Limits(
    int bodyBytes,
    long bytesInFlight,
    int receiving,
    int steps,
    int points,
    int values,
    int rollouts,
    int waiting,
    Duration answer,
    Duration stream,
    Duration stall,
    Duration farewell) {

  private static final int MOST_BODY = 4 << 20;

  public Limits {
    if (bytesInFlight < bodyBytes || receiving < 1) {
      throw new UserError("room for at least one body", "none", "Leave these limits out.");
    }
    if (bodyBytes < 1 || steps < 1 || points < 4 || values < 1 || rollouts < 1 || waiting < 1) {
      throw new UserError("limits of at least 1", "less", "Leave them out.");
    }
  }

  public static Limits standard() {
    return new Limits(
        MOST_BODY,
        bytesInFlight(Runtime.getRuntime().maxMemory()),
        256,
        10_000,
        2048,
        1 << 20,
        96,
        64,
        Duration.ofSeconds(60),
        Duration.ofMinutes(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(10));
  }

  /** Room for sixteen of the largest bodies, or less where the heap is small. */
  static long bytesInFlight(long heap) {
    return Math.max(MOST_BODY, Math.min(16L * MOST_BODY, heap / 16));
  }

  /** Time for the head of a request: it is small. */
  public Duration head() {
    return stall.dividedBy(4);
  }

  public Limits withSteps(int most) {
    return new Limits(
        bodyBytes,
        bytesInFlight,
        receiving,
        most,
        points,
        values,
        rollouts,
        waiting,
        answer,
        stream,
        stall,
        farewell);
  }
}
