package io.tfsno.serve.frame;

/**
 * What to compute beside the states.
 *
 * @param spectrum the power of each wave number
 * @param gains what the gates do
 */
public record Extras(boolean spectrum, boolean gains) {
  public static final Extras NONE = new Extras(false, false);
}
