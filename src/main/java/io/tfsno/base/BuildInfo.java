package io.tfsno.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What build of tfsno is running. */
public final class BuildInfo {
  private BuildInfo() {}

  /** The version of the project, as Maven knew it when the jar was made. */
  public static String version() {
    try (InputStream in = BuildInfo.class.getResourceAsStream("/io/tfsno/build.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
