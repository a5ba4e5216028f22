package io.tfsno.run;

import io.tfsno.base.UserError;
import java.nio.file.Path;

/** A run folder in which somebody else is training at the moment. */
public final class RunInUse extends UserError {
  RunInUse(Path folder) {
    super(folder + ": another process is training there. Wait for it, or choose another folder.");
  }
}
