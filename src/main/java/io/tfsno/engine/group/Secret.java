package io.tfsno.engine.group;

import io.tfsno.base.UserError;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What all ranks of a training know and nobody else. It never appears in a message or a log. */
public final class Secret {
  private static final int RANDOM_BYTES = 16;

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A {@link UserError} that names the variable if the text would be easy to guess. */
  static Secret of(String variable, String text) {
    if (!text.matches("[\\x21-\\x7e]{16,200}")) {
      throw new UserError(
          "16 to 200 visible ASCII characters in " + variable,
          text.isEmpty() ? "none" : "another text",
          "Make one: openssl rand -hex 16");
    }
    return new Secret(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A text that can serve as one. */
  public static String random() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** That the caller knows the secret, which the answer does not reveal: HMAC-SHA-256. */
  byte[] sign(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For the environment of another rank. */
  String text() {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret s && Arrays.equals(bytes, s.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "a secret";
  }
}
