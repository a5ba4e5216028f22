package io.tfsno.base.plugin;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a plug-in does not load, in words for its author. */
final class PluginFailure {
  private static final Pattern CLASS_FILE = Pattern.compile("class file version (\\d+)");
  private static final int FIRST_JAVA = 44; // class file version of Java 1, minus one

  private PluginFailure() {}

  static UserError of(PluginJar jar, Throwable failure) {
    return new UserError(
        "expected a plug-in that loads, found that %s does not: %s"
            .formatted(jar.file(), cause(failure)),
        failure);
  }

  private static String cause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null
        && (root instanceof ServiceConfigurationError
            || root instanceof ExceptionInInitializerError)) {
      root = root.getCause();
    }
    if (root instanceof UnsupportedClassVersionError) {
      return newer(root);
    }
    if (root instanceof ServiceConfigurationError) {
      return "%s. Correct its file in META-INF/services."
          .formatted(withoutFolder(root.getMessage()));
    }
    if (root instanceof LinkageError) {
      return "%s. Build it against tfsno %s, and name the jars that it needs too."
          .formatted(root, BuildInfo.version());
    }
    return "%s, thrown at %s. Correct it and build it again.".formatted(root, place(root));
  }

  private static String newer(Throwable error) {
    Matcher version = CLASS_FILE.matcher(error.getMessage());
    String built =
        version.find()
            ? "Java %d".formatted(Integer.parseInt(version.group(1)) - FIRST_JAVA)
            : "a newer Java";
    return "it is built for %s, and this is Java %d. Build it for Java 17."
        .formatted(built, Runtime.version().feature());
  }

  private static String withoutFolder(String message) {
    return message.replaceAll("jar:file:\\S*!/", "");
  }

  private static String place(Throwable error) {
    StackTraceElement[] calls = error.getStackTrace();
    return calls.length == 0 ? "an unknown place" : calls[0].toString();
  }
}
