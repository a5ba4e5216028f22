package io.tfsno.api;

import io.tfsno.base.Cancellation;
import io.tfsno.run.EpochMetrics;

/** Hears how a training goes, in the thread that trains. */
@FunctionalInterface
public interface TrainingListener {
  /** Hears nothing. */
  TrainingListener NONE = (epoch, stop) -> {};

  /**
   * An epoch is done and in the run's metrics.
   *
   * @param stop ends the training at the next safe point if asked to; the run can be resumed
   */
  void epoch(EpochMetrics epoch, Cancellation stop);

  /** Updates done so far, of all. */
  default void progress(long done, long total) {}

  /** Something that the user should know, such as data that the model does not look at. */
  default void note(String text) {}
}
