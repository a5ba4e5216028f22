package io.tfsno.engine.group;

import io.tfsno.engine.Cuda;
import io.tfsno.engine.Device;
import io.tfsno.engine.Natives;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.global.torch_nccl;
import org.bytedeco.pytorch.nccl.ProcessGroupNCCL;

/**
 * Connections between GPUs. Each rank needs one of its own. The launcher sets {@code
 * TORCH_NCCL_BLOCKING_WAIT}, so that waiting ends with an error that we can explain instead of with
 * the process.
 */
final class NcclBackend {
  private static final String CHOICE = "TFSNO_BACKEND";

  private NcclBackend() {}

  /** Whether the user wants gradients to travel through the CPUs: several ranks share a GPU. */
  static boolean avoided() {
    return "gloo".equalsIgnoreCase(System.getenv(CHOICE));
  }

  static Backend connect(RankSettings settings, Store store, Device device) {
    Loader.load(torch_nccl.class);
    Cuda.require(cudart.cudaSetDevice(device.index()));
    ProcessGroupNCCL.Options options = ProcessGroupNCCL.Options.create();
    options.timeout(new Milliseconds(settings.patience().toMillis()));
    PrefixStore own = Natives.immortal(new PrefixStore("nccl", store));
    return new ProcessGroupNCCL(own, settings.rank(), settings.ranks(), options);
  }
}
