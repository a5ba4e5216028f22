package io.tfsno.data.generate;

/**
 * One step of a trajectory in Fourier space. Arrays hold the real and the imaginary part of each
 * wave in turn.
 *
 * @param features what the change may be made of; the first is the state itself
 * @param next the state after the step
 * @param theta what is hidden
 * @param time of the state
 */
record Step(double[][] features, double[] next, double theta, double time) {
  /** The squares of the change, summed over all waves. */
  double change() {
    double sum = 0;
    for (int i = 0; i < next.length; i++) {
      double d = next[i] - features[0][i];
      sum += d * d;
    }
    return sum;
  }
}
