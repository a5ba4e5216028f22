package io.tfsno.engine;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose libtorch computes: the CPU build or the CUDA build that Maven brings, or that of an
 * installed PyTorch, which may be of another version than our JNI libraries were made for.
 *
 * @param kind where the libraries come from
 * @param folder {@code torch/lib} of an installed PyTorch, else null
 * @param version of the libtorch that computes, such as {@code 2.11.0+cu130}, or {@code unknown}
 * @param made the libtorch that the JNI libraries were made for, such as {@code 2.10.0}
 */
public record NativeRuntime(Kind kind, Path folder, String version, String made) {
  enum Kind {
    MAVEN_CPU,
    MAVEN_GPU,
    INSTALLED
  }

  /** Set by the bundle's launcher to the folder of the PyTorch that it found. */
  private static final String FOLDER = "tfsno.torch.lib";

  /**
   * Other versions that have been seen working, besides the one the JNI libraries were made for.
   */
  private static final List<String> KNOWN_TO_WORK = List.of("2.11");

  private static final Pattern VERSION = Pattern.compile("__version__\\s*=\\s*['\"]([^'\"]+)['\"]");

  /** What this process was started with; {@code presets} is a version such as 2.10.0-1.5.13. */
  public static NativeRuntime current(String presets) {
    String made = presets.split("-", 2)[0];
    String folder = System.getProperty(FOLDER);
    if (folder != null) {
      return installed(Path.of(folder), made);
    }
    boolean gpu = System.getProperty("org.bytedeco.javacpp.platform.extension", "").equals("-gpu");
    return new NativeRuntime(gpu ? Kind.MAVEN_GPU : Kind.MAVEN_CPU, null, made, made);
  }

  /** Whether a launcher chose the libraries of a PyTorch that is installed here. */
  public static boolean isInstalled() {
    return System.getProperty(FOLDER) != null;
  }

  /** The version stands in a Python file next to the libraries. */
  static NativeRuntime installed(Path folder, String made) {
    return new NativeRuntime(Kind.INSTALLED, folder, versionBeside(folder).orElse("unknown"), made);
  }

  String describe() {
    return switch (kind) {
      case MAVEN_CPU -> "libtorch " + version + " for the CPU, from Maven";
      case MAVEN_GPU -> "libtorch " + version + " with CUDA, from Maven";
      case INSTALLED -> "PyTorch " + version + " installed in " + folder;
    };
  }

  /** Whether the libraries and the JNI libraries belong together: "ok: ..." or "warning: ...". */
  String match() {
    String both = "JNI libraries built for %s, libtorch is %s".formatted(made, version);
    if (sameMinor()) {
      return "ok: " + both;
    }
    return KNOWN_TO_WORK.contains(minor(version))
        ? "ok: " + both + ", known to work"
        : "warning: " + both + ", a pair that has not been tried";
  }

  /**
   * Refuses what makes objects whose size changes from version to version: our JNI libraries
   * reserve the memory for them, libtorch fills it. With 2.11 in place of 2.10 the connections of
   * c10d, over Gloo as over NCCL, ended the process.
   */
  public void requireSameMinor(String what) {
    if (!sameMinor()) {
      throw new UserError(
          "libtorch %s for %s".formatted(minor(made), what),
          describe(),
          "Install that version of PyTorch, or build tfsno with -Pgpu; one process alone works.");
    }
  }

  private boolean sameMinor() {
    return minor(version).equals(minor(made));
  }

  /** What to do when the libraries could not be loaded, with the linker's complaint. */
  String advice(String complaint, String cache) {
    if (complaint.contains("libcuda.so")) {
      return "Install NVIDIA's driver: libcuda.so.1 is part of it.";
    }
    if (kind == Kind.INSTALLED) {
      return "The JNI libraries are built for libtorch %s and known to work with %s; PyTorch %s is installed in %s. Install one of those, or name the folder of another."
          .formatted(made, String.join(", ", KNOWN_TO_WORK), version, folder);
    }
    if (kind == Kind.MAVEN_GPU) {
      return "The CUDA build needs the NVIDIA driver, CUDA 13, cuDNN 9 and NCCL 2 on the library path.";
    }
    return "Check that the native jars match this machine, or delete the folder %s (a damaged unpacked copy) and try again."
        .formatted(cache);
  }

  private static Optional<String> versionBeside(Path folder) {
    Path file = folder.resolveSibling("version.py");
    try {
      Matcher match = VERSION.matcher(Files.readString(file));
      return match.find() ? Optional.of(match.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** 2.11 of 2.11.0+cu130. */
  private static String minor(String version) {
    String[] parts = version.split("\\.", 3);
    return parts.length < 2 ? version : parts[0] + "." + parts[1];
  }
}
