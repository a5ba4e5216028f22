package io.tfsno.train.optimiser;

/**
 * The learning rate of every update: it follows the epochs, and during a warm-up the updates.
 *
 * @param first rate, the highest one
 * @param last rate that the end approaches
 * @param warmup updates over which the rate grows linearly to its value; 0 for none
 */
public record Schedule(ScheduleConfig config, double first, double last, int epochs, long warmup) {
  /** Along a cosine, without a warm-up. */
  public Schedule(double first, double last, int epochs) {
    this(ScheduleConfig.defaults(), first, last, epochs, 0);
  }

  /** The rate after a number of epochs, whole or not, once the warm-up is over. */
  public double rate(double epoch) {
    return config.kind().rate(this, epoch);
  }

  /**
   * The rate of an update.
   *
   * @param done updates made before it, in all epochs
   */
  public double rate(double epoch, long done) {
    return done >= warmup ? rate(epoch) : rate(epoch) * (done + 1) / warmup;
  }
}
