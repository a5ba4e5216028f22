package io.tfsno.engine.load;

import io.tfsno.base.StartTimes;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.ClassProperties;
import org.bytedeco.javacpp.Loader;

/**
 * What JavaCPP loads before the JNI library that was asked for: what can be left out, and times.
 */
public final class Preloads {
  private static final String SWITCH = "org.bytedeco.javacpp.loadlibraries";

  /**
   * Classes with JNI libraries that nothing here calls, loaded because others inherit from them.
   * Their initialisation calls nothing native. Each library brings one of CUDA's along, of tens to
   * hundreds of megabytes.
   */
  private static final List<String> UNUSED =
      Stream.of("cublas", "cudnn", "cusparse", "cusolver")
          .map("org.bytedeco.cuda.global."::concat)
          .toList();

  private Preloads() {}

  /**
   * Initialises the unused classes while loading is switched off, after which they count as loaded.
   * To be called before the class that inherits from them is loaded.
   */
  public static void skipUnused() throws ClassNotFoundException {
    String before = System.getProperty(SWITCH);
    System.setProperty(SWITCH, "false");
    try {
      for (String name : UNUSED) {
        Class.forName(name);
      }
    } finally {
      if (before == null) {
        System.clearProperty(SWITCH);
      } else {
        System.setProperty(SWITCH, before);
      }
    }
  }

  /** Loads what a class of JavaCPP asks for, in its order and one by one, if times are wanted. */
  public static void time(Class<?> global) {
    if (!StartTimes.on()) {
      return;
    }
    ClassProperties properties = Loader.loadProperties(global, Loader.loadProperties(), true);
    List<String> names = new ArrayList<>(properties.get("platform.preload"));
    names.addAll(properties.get("platform.link"));
    for (String name : names) {
      timeOne(global, properties, name);
    }
  }

  private static void timeOne(Class<?> global, ClassProperties properties, String name) {
    long start = System.nanoTime();
    try {
      if (Loader.loadLibrary(global, urls(global, properties, name), name) == null) {
        return;
      }
    } catch (UnsatisfiedLinkError e) {
      return; // many are optional, and the one which was asked for complains if it needs this one
    }
    StartTimes.part((System.nanoTime() - start) * 1e-6, name);
  }

  private static URL[] urls(Class<?> global, ClassProperties properties, String name) {
    boolean search =
        Boolean.parseBoolean(System.getProperty("org.bytedeco.javacpp.findLibraries", "true"));
    boolean pathsFirst = Boolean.getBoolean("org.bytedeco.javacpp.pathsFirst");
    return search ? Loader.findLibrary(global, properties, name, pathsFirst) : null;
  }
}
