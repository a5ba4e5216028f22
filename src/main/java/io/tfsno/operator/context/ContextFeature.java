package io.tfsno.operator.context;

import java.util.List;

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
  },
  /** The coefficients of the law that explains the states best. */
  LAW(true) {
    @Override
    int size(int dimension) {
      return LawTerms.count(dimension);
    }
  },
  /** How these coefficients change from the first state to the last. */
  TREND(true) {
    @Override
    int size(int dimension) {
      return LawTerms.count(dimension);
    }
  };

  /** What a context holds unless it is said: of the states' spectra alone, and no law. */
  static final List<ContextFeature> USUAL = List.of(STATISTICS, RATIOS, PHASES, POWER);

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
