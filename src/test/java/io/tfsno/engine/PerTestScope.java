package io.tfsno.engine;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Opens a scope around each test, and keeps every operation on one thread: tests work on small
 * arrays, where a pool of threads only costs.
 */
public final class PerTestScope implements BeforeEachCallback, AfterEachCallback {
  private Scope scope;

  @Override
  public void beforeEach(ExtensionContext context) {
    Threads.perOperation(1);
    scope = new Scope();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    scope.close();
  }
}
