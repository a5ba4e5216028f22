package io.tfsno.data.feed;

import io.tfsno.engine.DType;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.List;

/** Batches of a set that is on the device already: only row numbers are sent there. */
record ResidentFeed(ResidentSet set) implements BatchFeed {
  @Override
  public void expect(List<Window> windows) {}

  @Override
  public BatchMemory memory(int samples, int steps) {
    return new Rows(set, Scope.unowned(() -> Tensor.zeros(DType.INT64, set.device(), samples)));
  }

  private record Rows(ResidentSet set, Tensor rows) implements BatchMemory {
    @Override
    public void load(Window window) {
      try (Scope scope = new Scope()) {
        rows.sendInPlace(Tensor.of(window.rows(), window.samples()));
      }
    }

    @Override
    public BatchStates states() {
      return set.states(rows);
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  @Override
  public void close() {}
}
