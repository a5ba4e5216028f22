package io.tfsno.engine;

import org.bytedeco.pytorch.Context;
import org.bytedeco.pytorch.global.torch;

/** How exactly libtorch forms products of float32 numbers on a GPU. */
public final class Precision {
  private Precision() {}

  /** Whether factors may be rounded to TF32, in matrix products and convolutions alike. */
  public static void allowTf32(boolean allowed) {
    Natives.load();
    Context context = torch.globalContext();
    context.setAllowTF32CuBLAS(allowed);
    context.setAllowTF32CuDNN(allowed);
  }
}
