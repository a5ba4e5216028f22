package io.tfsno.cli.console;

import java.lang.reflect.Proxy;

/**
 * Gives SIGTERM the exit code of Ctrl-C, which is documented: batch systems and containers send it,
 * and a script need not know who asked the work to stop. Java's own would be 143.
 */
public final class Termination {
  /** Stopped by the user, work saved. */
  public static final int INTERRUPTED = 130;

  private Termination() {}

  /** From now on; the JVM's shutdown goes on to wait for work that saves itself. */
  public static void exitAsInterrupted() {
    try {
      // By reflection: the compiler warns of the class, the only way to the signal since Java 1.2.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object exits =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, args) -> {
                if (method.getName().equals("handle")) {
                  System.exit(INTERRUPTED);
                }
                return method.getName().equals("equals") ? proxy == args[0] : 0;
              });
      Object term = signal.getConstructor(String.class).newInstance("TERM");
      signal.getMethod("handle", signal, handler).invoke(null, term, exits);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A JVM without it, or one told to leave signals alone: its own exit code then.
    }
  }
}
