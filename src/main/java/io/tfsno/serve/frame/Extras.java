package io.tfsno.serve.frame;

/**
 * What to compute in addition to the states.
 *
 * @param spectrum the power of each wave number
 * @param gains what the gates do
 * @param memory the code of the trajectory, and what the gates would do with the mean code
 */
public record Extras(boolean spectrum, boolean gains, boolean memory) {
  public static final Extras NONE = new Extras(false, false, false);
}
