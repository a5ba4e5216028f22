package io.tfsno.engine;

import io.tfsno.base.StartTimes;
import io.tfsno.base.UserError;
import io.tfsno.engine.load.Preloads;
import io.tfsno.engine.load.Unpacking;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/** Loads libtorch once, and says plainly what is wrong when it cannot be loaded. */
public final class Natives {
  private static final List<String> VARIANTS = List.of("", "-gpu");

  static {
    // Read by JavaCPP when its Pointer class loads, so they must stand before the first tensor.
    // A program that embeds us then needs no flags of its own.
    setDefault("org.bytedeco.javacpp.maxBytes", "0");
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    setDefault("org.bytedeco.javacpp.nopointergc", "true");
    // Left open, it would look for the CUDA build's two dozen libraries, and load those it finds.
    setDefault("org.bytedeco.javacpp.platform.extension", "");
  }

  private static boolean loaded;

  private Natives() {}

  public static synchronized void load() {
    if (loaded) {
      return;
    }
    boolean bringsLibraries = !Boolean.getBoolean("org.bytedeco.javacpp.pathsFirst");
    if (bringsLibraries) {
      check(Loader.getPlatform(), name -> Natives.class.getResource(name) != null);
    }
    try (Unpacking turn = Unpacking.begin(Path.of(cacheFolder()), unpackedName())) {
      StartTimes.ended("native libraries looked for");
      Preloads.time(org.bytedeco.pytorch.presets.torch.class);
      StartTimes.ended("libraries of libtorch loaded");
      Loader.load(torch.class);
      StartTimes.ended("JNI library of libtorch loaded, with its classes");
      if (bringsLibraries && System.getenv("OPENBLAS_NUM_THREADS") == null) {
        keepBlasToOneThread();
      }
      if (System.getProperty("org.bytedeco.javacpp.platform.extension", "").equals("-gpu")) {
        // The CUDA half registers itself when its library loads.
        Preloads.skipUnused();
        Preloads.time(org.bytedeco.pytorch.presets.torch_cuda.class);
        Loader.load(Class.forName("org.bytedeco.pytorch.global.torch_cuda"));
        StartTimes.ended("JNI libraries of CUDA loaded, with their classes");
        loaded = true;
        Precision.allowTf32(true);
        StartTimes.ended("libtorch set up");
      }
      turn.complete();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } catch (UnsatisfiedLinkError e) {
      throw new UserError(
          "libtorch could not be loaded for %s: %s. %s"
              .formatted(
                  Loader.getPlatform(),
                  e.getMessage(),
                  NativeRuntime.current(EngineInfo.version())
                      .advice(String.valueOf(e.getMessage()), cacheFolder())),
          e);
    }
    loaded = true;
  }

  /**
   * We divide work among threads ourselves; those of OpenBLAS would be more, and spin while they
   * wait.
   */
  private static void keepBlasToOneThread() {
    try {
      openblas_nolapack.blas_set_num_threads(1);
    } catch (LinkageError e) {
      // libtorch has another BLAS here, which needs no such care.
    }
  }

  /** Exactly one native variant of libtorch must be reachable on the class path. */
  static void check(String platform, Predicate<String> resourceExists) {
    String library = System.mapLibraryName("jnitorch");
    List<String> found =
        VARIANTS.stream()
            .map(variant -> platform + variant)
            .filter(p -> resourceExists.test("/org/bytedeco/pytorch/" + p + "/" + library))
            .toList();
    if (found.isEmpty()) {
      throw new UserError(
          "one native libtorch for " + platform + " on the class path",
          "none",
          "Add org.bytedeco:pytorch with the classifier '"
              + platform
              + "' (and javacpp and openblas with the same classifier).");
    }
    if (found.size() > 1) {
      throw new UserError(
          "one native libtorch on the class path",
          String.join(" and ", found),
          "Remove one of the two org.bytedeco:pytorch jars: two copies of libtorch in one process overwrite each other.");
    }
  }

  /** Keeps a native object alive for ever, whatever scope was open when it was made. */
  public static <P extends Pointer> P immortal(P pointer) {
    return pointer.retainReference();
  }

  /** What is unpacked once for all processes: a version of libtorch in one of its variants. */
  private static String unpackedName() {
    return "tfsno-libtorch-%s-%s%s"
        .formatted(
            EngineInfo.version(),
            Loader.getPlatform(),
            System.getProperty("org.bytedeco.javacpp.platform.extension", ""));
  }

  private static String cacheFolder() {
    return System.getProperty(
        "org.bytedeco.javacpp.cachedir", System.getProperty("user.home") + "/.javacpp/cache");
  }

  private static void setDefault(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }
}
