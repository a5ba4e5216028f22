package io.tfsno.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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

  /** The first digits of the SHA-256 of the program's jar; where there is none, "classes". */
  public static String code() {
    return Code.DIGEST;
  }

  /** Reads the whole jar, so only when asked. */
  private static final class Code {
    static final String DIGEST = digest();
  }

  private static String digest() {
    CodeSource source = BuildInfo.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return "classes";
    }
    try (InputStream in = source.getLocation().openStream()) {
      if (!source.getLocation().getPath().endsWith(".jar")) {
        return "classes";
      }
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      return HexFormat.of().formatHex(sum).substring(0, 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
