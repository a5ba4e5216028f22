package io.tfsno.bench.sets;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.engine.Device;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes files of data sets, each by one thread of one process: two on a file would spoil it. */
public final class SetMaker {
  private final Device device;
  private final int threads;

  public SetMaker(Device device, int threads) {
    this.device = device;
    this.threads = threads;
  }

  /** Makes a file unless it is there, or waits for whoever is making it. */
  public void make(
      GenerationRequest request, Path file, Cancellation cancellation, ProgressListener listener) {
    if (Files.exists(file)) {
      return;
    }
    try (Turn turn = Turn.toMake(file, cancellation)) {
      if (!Files.exists(file)) { // else another one has made it meanwhile
        listener.note("making " + file);
        new SetGenerator(request, device, threads)
            .withoutChecksums() // cells that share data are known by its SHA-256
            .generate(file, false, cancellation, ProgressListener.NONE);
      }
    }
  }
}
