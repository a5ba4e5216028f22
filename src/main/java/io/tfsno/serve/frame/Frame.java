package io.tfsno.serve.frame;

/**
 * One state of a trajectory, in physical units.
 *
 * @param step 0 for the start
 * @param values {@code [channel, x(, y, z)]}, row-major; not copied
 * @param seconds that this step took, 0 for the start
 * @param batch states that were stepped together
 * @param spectrum power per wave number, null unless asked for
 * @param gains what each gated block multiplies each wave number by, {@code [block][wave number]},
 *     when it sees this state; null unless asked for, or without gates
 * @param code what the model remembers of the trajectory; null but for the start
 * @param meanCodeGains the gains if the mean code stood in place of that one; null unless asked for
 */
public record Frame(
    int step,
    float[] values,
    double seconds,
    int batch,
    double[] spectrum,
    double[][] gains,
    double[] code,
    double[][] meanCodeGains) {
  /** Of something that has neither gates nor a memory. */
  public Frame(int step, float[] values, double seconds, double[] spectrum) {
    this(step, values, seconds, 1, spectrum, null, null, null);
  }
}
