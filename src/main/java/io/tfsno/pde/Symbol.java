package io.tfsno.pde;

import java.util.Arrays;
import java.util.List;

/**
 * The values of a diagonal linear operator, {@code re[channel][mode]} and {@code
 * im[channel][mode]}.
 *
 * @param im null where the operator is real (diffusion, growth), which is cheaper to step
 */
public record Symbol(double[][] re, double[][] im) {

  /** A real symbol, one array per channel. */
  public static Symbol real(double[]... perChannel) {
    return new Symbol(perChannel, null);
  }

  /** A purely imaginary symbol, one array per channel: transport and dispersion. */
  public static Symbol imaginary(double[]... perChannel) {
    return new Symbol(new double[perChannel.length][perChannel[0].length], perChannel);
  }

  /** The rows of all, one symbol's after another's. */
  static Symbol joined(List<Symbol> all) {
    double[][] re = all.stream().flatMap(s -> Arrays.stream(s.re)).toArray(double[][]::new);
    if (all.stream().allMatch(Symbol::isReal)) {
      return new Symbol(re, null);
    }
    double[][] im =
        all.stream()
            .flatMap(
                s -> Arrays.stream(s.isReal() ? new double[s.re.length][s.re[0].length] : s.im))
            .toArray(double[][]::new);
    return new Symbol(re, im);
  }

  public boolean isReal() {
    return im == null;
  }

  public double re(int channel, int mode) {
    return re[channel][mode];
  }

  public double im(int channel, int mode) {
    return im == null ? 0 : im[channel][mode];
  }
}
