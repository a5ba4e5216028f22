package io.tfsno.train.optimiser;

/**
 * Cosine annealing of the learning rate over all epochs.
 *
 * @param first rate of epoch 0
 * @param last rate that the end approaches
 */
public record Schedule(double first, double last, int epochs) {
  public double rate(int epoch) {
    return last + 0.5 * (first - last) * (1 + Math.cos(Math.PI * epoch / epochs));
  }
}
