package io.tfsno.data.hdf5;

import java.io.IOException;

/**
 * Decodes LZF, the compression that h5py adds to HDF5. A control byte below 32 announces that many
 * literal bytes plus one; any other says how many bytes to repeat and from how far back.
 */
public final class Lzf {
  private Lzf() {}

  public static byte[] decode(byte[] in, int outBytes) throws IOException {
    byte[] out = new byte[outBytes];
    int i = 0;
    int o = 0;
    try {
      while (i < in.length) {
        int control = in[i++] & 0xFF;
        if (control < 32) {
          System.arraycopy(in, i, out, o, control + 1);
          i += control + 1;
          o += control + 1;
          continue;
        }
        int length = control >> 5;
        if (length == 7) {
          length += in[i++] & 0xFF;
        }
        int from = o - ((control & 31) << 8) - (in[i++] & 0xFF) - 1;
        // Byte by byte: source and target may overlap, which repeats what was just written.
        for (int end = o + length + 2; o < end; ) {
          out[o++] = out[from++];
        }
      }
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("damaged LZF data", e);
    }
    if (o != outBytes) {
      throw new IOException("LZF data for " + o + " instead of " + outBytes + " bytes");
    }
    return out;
  }
}
