package io.tfsno.report.ink;

/** How values are spread along an axis or over a colour map. */
public enum Scale {
  LINEAR {
    @Override
    public double forward(double v) {
      return v;
    }

    @Override
    double inverse(double u) {
      return u;
    }

    @Override
    public boolean shows(double v) {
      return Double.isFinite(v);
    }
  },

  /** Decades of equal length; values that are not positive have no place and are left out. */
  LOG10 {
    @Override
    public double forward(double v) {
      return Math.log10(v);
    }

    @Override
    double inverse(double u) {
      return Math.pow(10, u);
    }

    @Override
    public boolean shows(double v) {
      return Double.isFinite(v) && v > 0;
    }
  };

  public abstract double forward(double v);

  abstract double inverse(double u);

  /** Whether the value has a place on an axis of this scale. */
  public abstract boolean shows(double v);
}
