package io.tfsno.engine;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * A queue of work on a GPU. While one is open, what this thread asks of the GPU goes there and runs
 * beside the work of other threads' streams. Does nothing on the CPU.
 */
public final class Stream implements AutoCloseable {
  private final CUDAStream before;
  private final CUDAStream stream;

  private Stream(CUDAStream before, CUDAStream stream) {
    this.before = before;
    this.stream = stream;
  }

  /** A stream of its own for this thread until it is closed. */
  public static Stream open(Device device) {
    if (!device.cuda()) {
      return new Stream(null, null);
    }
    try (PointerScope scope = new PointerScope()) {
      byte index = (byte) device.index();
      CUDAStream before = Natives.immortal(torch_cuda.getCurrentCUDAStream(index));
      CUDAStream stream = Natives.immortal(torch_cuda.getStreamFromPool(false, index));
      // What was queued before must be done before this stream uses its results.
      before.synchronize();
      torch_cuda.setCurrentCUDAStream(stream);
      return new Stream(before, stream);
    }
  }

  /** Whether the current stream of this thread can be recorded: any but the default one. */
  static boolean isOwn() {
    try (PointerScope scope = new PointerScope()) {
      return torch_cuda.getCurrentCUDAStream().stream() != null;
    }
  }

  /** Waits for everything that was queued. */
  public void synchronize() {
    if (stream != null) {
      stream.synchronize();
    }
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.synchronize();
      torch_cuda.setCurrentCUDAStream(before);
      stream.close();
      before.close();
    }
  }
}
