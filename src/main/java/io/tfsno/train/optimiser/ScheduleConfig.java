package io.tfsno.train.optimiser;

import io.tfsno.base.UserError;

/**
 * How the learning rate changes, as a configuration states it.
 *
 * @param every epochs between two drops of {@link Annealing#STEP}
 * @param factor that one of its drops multiplies by
 * @param peak share of the epochs before the highest rate of {@link Annealing#ONE_CYCLE}
 */
public record ScheduleConfig(Annealing kind, int every, double factor, double peak) {
  public static ScheduleConfig defaults() {
    return new ScheduleConfig(Annealing.COSINE, 100, 0.5, 0.3);
  }

  public ScheduleConfig {
    if (every < 1 || !(factor > 0 && factor <= 1) || !(peak > 0 && peak < 1)) {
      throw new UserError(
          "training.schedule with every >= 1, factor above 0 and at most 1, peak between 0 and 1",
          "%d, %s, %s".formatted(every, factor, peak),
          "Try 100, 0.5, 0.3.");
    }
  }
}
