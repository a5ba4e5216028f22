package io.tfsno.cli.console;

import io.tfsno.base.UserError;
import java.util.function.Supplier;

/**
 * Calls of inner rooms that may refuse what a flag said. These rooms know no flags: their messages
 * speak of the thing alone, and the command adds what to change on the command line.
 */
public final class Advised {
  private Advised() {}

  /** The result, or the refusal with one more sentence. */
  public static <T> T get(String advice, Supplier<T> call) {
    try {
      return call.get();
    } catch (UserError e) {
      throw new UserError(e.getMessage() + " " + advice, e);
    }
  }

  /** The same for a call without a result. */
  public static void run(String advice, Runnable call) {
    get(
        advice,
        () -> {
          call.run();
          return null;
        });
  }
}
