package io.tfsno.run;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.EngineInfo;
import io.tfsno.nn.cuda.GpuPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Where a result comes from: data, code, platform. */
public final class Provenance {
  private static final int MAX_BYTES = 1 << 20;

  private Provenance() {}

  public static Map<String, Object> of(Path data, String sha256, Device device, long parameters) {
    Map<String, Object> p = new LinkedHashMap<>();
    p.put("tfsno", BuildInfo.version());
    p.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    p.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    p.put("engine", EngineInfo.facts());
    p.put("device", device.toString());
    if (device.cuda()) {
      p.put("precision", GpuPath.current().name().toLowerCase(Locale.ROOT));
    }
    p.put("data_file", data.getFileName().toString());
    p.put("data_sha256", sha256);
    p.put("parameters", parameters);
    p.put("started", Instant.now().toString());
    return p;
  }

  /** When the run of a provenance file was started; now, if the file does not say. */
  public static String started(Path file) {
    String now = Instant.now().toString();
    try {
      return read(file).path("started").asString(now);
    } catch (UserError e) {
      return now;
    }
  }

  /** The contents of a provenance file. */
  public static ObjectNode read(Path file) {
    Exception cause = null;
    try {
      if (JsonMapper.shared().readTree(SmallFile.read(file, MAX_BYTES)) instanceof ObjectNode all) {
        return all;
      }
    } catch (IOException | JacksonException e) {
      cause = e;
    }
    throw new UserError(
        "%s: expected where a run comes from, found something else. Copy it again, or delete it to go on without."
            .formatted(file),
        cause);
  }

  /** Refuses to go on with a run on other data than it was started on. */
  public static void requireSameData(Path file, Path data, String sha256) {
    String before = Files.exists(file) ? read(file).path("data_sha256").asString("") : "";
    if (!before.isEmpty() && !before.equals(sha256)) {
      throw new UserError(
          "%s: expected the data that the run was started on (SHA-256 %s), found others (%s). Restore them, or start a new run."
              .formatted(data, shortened(before), shortened(sha256)));
    }
  }

  private static String shortened(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  /** The digest of a file, in hexadecimal digits. */
  public static String sha256(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
