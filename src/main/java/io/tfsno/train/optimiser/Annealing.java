package io.tfsno.train.optimiser;

/** The course of the learning rate over the epochs of a training. */
public enum Annealing {
  /** Along half a cosine, from the first rate to the last. */
  COSINE {
    @Override
    double rate(Schedule s, double epoch) {
      return s.last() + 0.5 * (s.first() - s.last()) * (1 + Math.cos(Math.PI * epoch / s.epochs()));
    }
  },
  /** The first rate throughout. */
  CONSTANT {
    @Override
    double rate(Schedule s, double epoch) {
      return s.first();
    }
  },
  /** Multiplied by a factor every n epochs, down to the last rate. */
  STEP {
    @Override
    double rate(Schedule s, double epoch) {
      int drops = (int) (epoch / s.config().every());
      double rate = s.first() * Math.pow(s.config().factor(), drops);
      return drops == 0 ? s.first() : Math.max(rate, Math.min(s.first(), s.last()));
    }
  },
  /** By the same factor from epoch to epoch, from the first rate to the last. */
  EXPONENTIAL {
    @Override
    double rate(Schedule s, double epoch) {
      return s.first() * Math.pow(s.last() / s.first(), epoch / s.epochs());
    }
  },
  /**
   * Up from the last rate to the first and down again, along half a cosine each: Smith and Topin
   * (2019), Super-convergence, with the cosines of PyTorch's OneCycleLR.
   */
  ONE_CYCLE {
    @Override
    double rate(Schedule s, double epoch) {
      double peak = s.config().peak() * s.epochs();
      double way = epoch < peak ? 1 - epoch / peak : (epoch - peak) / (s.epochs() - peak);
      return s.last() + 0.5 * (s.first() - s.last()) * (1 + Math.cos(Math.PI * way));
    }
  };

  /** The rate after a number of epochs. */
  abstract double rate(Schedule schedule, double epoch);
}
