package io.tfsno.operator;

/**
 * How a model at its default sizes treats grids and positions. A test holds every claim against the
 * model.
 *
 * @param grids on which grids the weights mean the same function
 * @param shift moving a state by a multiple of this many grid points moves the answer alike; 0 if
 *     no shift does
 */
public record Traits(Grids grids, int shift) {
  /** The grids on which an operator is the same function, up to the grids' own resolution. */
  public enum Grids {
    ANY("any"),
    DOUBLED("the training grid doubled any number of times"),
    OWN("the training grid only; others are reached by resampling");

    private final String words;

    Grids(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public boolean resolutionInvariant() {
    return grids == Grids.ANY;
  }

  /** The second trait in words. */
  public String shiftWords() {
    return switch (shift) {
      case 0 -> "no";
      case 1 -> "yes";
      default -> "by multiples of %d grid points".formatted(shift);
    };
  }
}
