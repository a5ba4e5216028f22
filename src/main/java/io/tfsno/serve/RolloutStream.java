package io.tfsno.serve;

import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.http.TimedOut;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;

/**
 * The states of one rollout, in order, as they are computed. A reader that falls behind stops the
 * computation until it has caught up, and one that closes the stream ends it. For one reader.
 */
public final class RolloutStream implements AutoCloseable {
  /** States that may wait for the reader. */
  static final int ROOM = 64;

  private enum Phase {
    IN_LINE,
    RUNNING,
    PARKED,
    ENDED
  }

  /** The model's side of a stream. */
  interface Line {
    /** Asks for the next steps. */
    void enter(RolloutStream stream);

    /** Gives the place of an ended stream to others; called once. */
    void leave();
  }

  private final int steps;
  private final Extras extras;
  private final Line line;
  private final Duration patience;
  private final long deadline;
  private final Queue<Frame> waiting = new ArrayDeque<>();
  private final RolloutConditions course;
  private float[] state;
  private List<float[]> past;
  private int done;
  private Phase phase = Phase.IN_LINE;
  private RuntimeException failure;

  RolloutStream(
      float[] start,
      RolloutConditions course,
      int steps,
      Extras extras,
      Duration patience,
      Line line) {
    this.state = start;
    this.course = course;
    this.past = course.past();
    this.steps = steps;
    this.extras = extras;
    this.line = line;
    this.patience = patience;
    this.deadline = System.nanoTime() + patience.toNanos();
  }

  /**
   * The next state, the start first; null after the last. Waits for it.
   *
   * @throws TimedOut when the rollout takes longer than it was given
   */
  public Frame next() throws InterruptedException {
    boolean resumed;
    Frame frame;
    synchronized (this) {
      while (waiting.isEmpty()) {
        if (failure != null) {
          throw failure;
        }
        if (phase == Phase.ENDED) {
          return null;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          end();
          failure = tooLate();
        } else {
          wait(left / 1_000_000 + 1);
        }
      }
      frame = waiting.remove();
      resumed = phase == Phase.PARKED && hasRoom();
      if (resumed) {
        phase = Phase.IN_LINE;
      }
    }
    if (resumed) {
      line.enter(this);
    }
    return frame;
  }

  private TimedOut tooLate() {
    return new TimedOut(
        "expected %d steps within %d s, found %d done. Ask for fewer steps, or again later."
            .formatted(steps, patience.toSeconds(), done));
  }

  /** Ends the rollout; what was computed and not read is gone. */
  @Override
  public synchronized void close() {
    if (phase != Phase.ENDED) {
      failure = new CancellationException("the rollout was closed");
      end();
      notifyAll();
    }
    waiting.clear();
  }

  // ---- the worker's side ----

  /** Whether there is something to do; if so, the worker must deliver or fail. */
  synchronized boolean begin() {
    if (phase != Phase.IN_LINE) {
      return false;
    }
    phase = Phase.RUNNING;
    return true;
  }

  float[] state() {
    return state;
  }

  /** What its steps depend on. */
  RolloutConditions course() {
    return course;
  }

  /** The states before the present one that its model sees, the oldest first. */
  List<float[]> past() {
    return past;
  }

  int done() {
    return done;
  }

  int left() {
    return steps - done;
  }

  Extras extras() {
    return extras;
  }

  /** Takes states from the worker; the next step starts from the last of them. */
  void deliver(List<Frame> frames) {
    boolean again = false;
    synchronized (this) {
      if (phase == Phase.ENDED) { // closed meanwhile
        return;
      }
      waiting.addAll(frames);
      List<float[]> states = new ArrayList<>(List.of(state));
      frames.stream().filter(f -> f.step() > done).forEach(f -> states.add(f.values()));
      past = course.pastOfLast(past, states);
      state = frames.get(frames.size() - 1).values();
      done = frames.get(frames.size() - 1).step();
      if (done == steps) {
        end();
      } else {
        again = hasRoom();
        phase = again ? Phase.IN_LINE : Phase.PARKED;
      }
      notifyAll();
    }
    if (again) {
      line.enter(this);
    }
  }

  synchronized void fail(RuntimeException reason) {
    if (phase != Phase.ENDED) {
      failure = reason;
      end();
      notifyAll();
    }
  }

  private boolean hasRoom() {
    return waiting.size() <= ROOM - SharedModel.SLICE;
  }

  private void end() {
    phase = Phase.ENDED;
    line.leave();
  }
}
