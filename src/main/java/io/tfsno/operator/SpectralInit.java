package io.tfsno.operator;

import io.tfsno.nn.Initialiser;

/**
 * The first weights of spectral products.
 *
 * <p>NORMAL keeps the size of a field from block to block: normal, of variance 1 / (4 in). SMALL is
 * uniform in [0, 1 / (in out)), as in FNO: blocks begin almost as maps over channels, and waves are
 * treated differently only as far as the data ask for it.
 */
public enum SpectralInit {
  NORMAL,
  SMALL;

  public Initialiser of(int in, int out) {
    return switch (this) {
      case NORMAL -> Initialiser.unoNormal(in);
      case SMALL -> Initialiser.fnoUniform(in, out);
    };
  }
}
