package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.run.Digest;
import io.tfsno.run.StoredProvenance;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file that a run is scored on, compared with the one it was trained on.
 *
 * @param sha256 its digest
 * @param trained that of the training's data; empty if the run does not say
 */
record ScoredFile(String sha256, Optional<String> trained) {
  private static final int DIGITS = 12;

  static ScoredFile of(Path run, Path data) {
    return new ScoredFile(Digest.sha256(data), trained(run));
  }

  private static Optional<String> trained(Path run) {
    try {
      return StoredProvenance.in(run).flatMap(StoredProvenance::dataSha256);
    } catch (UserError e) {
      return Optional.empty(); // damaged: scores do not depend on it
    }
  }

  /** Whether the run was trained on this very file; null if it does not say. */
  Boolean asTrained() {
    return trained.map(sha256::equals).orElse(null);
  }

  String text() {
    if (trained.isEmpty()) {
      return "data: SHA-256 %s; the run does not record what it was trained on"
          .formatted(digits(sha256));
    }
    return sha256.equals(trained.get())
        ? "data: SHA-256 %s, the file it was trained on".formatted(digits(sha256))
        : "data: SHA-256 %s, not the file it was trained on (%s)"
            .formatted(digits(sha256), digits(trained.get()));
  }

  private static String digits(String digest) {
    return digest.substring(0, Math.min(DIGITS, digest.length()));
  }
}
