package io.tfsno.base;

/**
 * A mistake in what the user gave us: a file, a number, a name. Its message is all the user sees,
 * so it says what was expected, what was found and what to do next. The command line prints it
 * without a stack trace and exits with code 2.
 */
public class UserError extends RuntimeException {
  public UserError(String expected, String found, String next) {
    super("expected " + expected + ", found " + found + ". " + next);
  }

  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
