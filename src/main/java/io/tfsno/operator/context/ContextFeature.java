package io.tfsno.operator.context;

/** A group of numbers that are taken from the first states of a trajectory. */
public enum ContextFeature {
  /** The statistics that the paper's gates see, of the states themselves. */
  STATISTICS(false) {
    @Override
    int size(int dimension) {
      return 8;
    }
  },
  /** Logarithms of the ratios of bands' power between neighbouring states. */
  RATIOS(true) {
    @Override
    int size(int dimension) {
      return Bands.COUNT;
    }
  },
  /** Cosine and sine of the phase between neighbouring states, for each band and axis. */
  PHASES(true) {
    @Override
    int size(int dimension) {
      return 2 * Bands.COUNT * dimension;
    }
  },
  /** Logarithms of bands' power. */
  POWER(false) {
    @Override
    int size(int dimension) {
      return Bands.COUNT;
    }
  };

  private final boolean compares;

  ContextFeature(boolean compares) {
    this.compares = compares;
  }

  abstract int size(int dimension);

  /** Whether it can be taken of that many states: a single one has no neighbours. */
  boolean isIn(int states) {
    return states > 1 || !compares;
  }
}
