package io.tfsno.engine;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.global.torch;

/** Facts about the native engine, for the doctor. */
public final class EngineInfo {
  private EngineInfo() {}

  public static Map<String, String> facts() {
    Natives.load();
    Map<String, String> facts = new LinkedHashMap<>();
    NativeRuntime runtime = NativeRuntime.current(version());
    facts.put("libtorch", version());
    facts.put("native runtime", runtime.describe());
    facts.put("versions", runtime.match());
    facts.put("platform", Loader.getPlatform());
    facts.put("library", Loader.getLoadedLibraries().getOrDefault("jnitorch", "unknown"));
    facts.put("vector instructions", torch.get_cpu_capability().getString());
    facts.put("threads per operation", Integer.toString(torch.get_num_threads()));
    facts.put("cuda devices", Integer.toString(Device.cudaCount()));
    facts.put("resident memory", Pointer.physicalBytes() / (1 << 20) + " MiB");
    return facts;
  }

  /** The presets' version starts with libtorch's. */
  public static String version() {
    // The package of a class that needs no library: this is also asked where loading has failed.
    String known = org.bytedeco.pytorch.presets.torch.class.getPackage().getImplementationVersion();
    if (known != null) {
      return known;
    }
    try {
      return Loader.getVersion("org.bytedeco", "pytorch");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
