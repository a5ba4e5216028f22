package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.engine.DeviceMemory;

/**
 * A cell that could not be run to its end for reasons that say nothing about its model: a full
 * disk, exhausted memory, a wrong file. It has no entry in the ledger and keeps its checkpoint.
 *
 * @param cause what stopped it
 */
public record LeftOpen(String key, Throwable cause) {
  /** Whether the failure is ours and deserves a stack trace. */
  public boolean internal() {
    return !(cause instanceof UserError) && !DeviceMemory.ranOut(cause);
  }

  public String reason() {
    if (cause instanceof UserError) {
      return cause.getMessage();
    }
    if (DeviceMemory.ranOut(cause)) {
      String said = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
      return "out of memory (%s). Run fewer cells at once, or give it more.".formatted(said);
    }
    return cause.toString();
  }
}
