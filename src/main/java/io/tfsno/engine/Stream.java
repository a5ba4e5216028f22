package io.tfsno.engine;

import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * A queue of work on a GPU. While one is open, what this thread asks of the GPU goes there and runs
 * concurrently with the work of other threads' streams. Does nothing on the CPU.
 */
public final class Stream implements AutoCloseable {
  /**
   * Streams that were opened and closed, by device. Not libtorch's pool: that one goes round, so
   * that after 32 streams two threads would share one, and one's work would be in the other's
   * captured graph.
   */
  private static final Map<Integer, Deque<CUDAStream>> FREE = new ConcurrentHashMap<>();

  private final int device;
  private final CUDAStream before;
  private final CUDAStream stream;

  private Stream(int device, CUDAStream before, CUDAStream stream) {
    this.device = device;
    this.before = before;
    this.stream = stream;
  }

  /** A stream of its own for this thread until it is closed. */
  public static Stream open(Device device) {
    if (!device.cuda()) {
      return new Stream(0, null, null);
    }
    try (PointerScope scope = new PointerScope()) {
      byte index = (byte) device.index();
      CUDAStream before = Natives.immortal(torch_cuda.getCurrentCUDAStream(index));
      CUDAStream stream = own(device.index());
      // What was queued before must be done before this stream uses its results.
      before.synchronize();
      torch_cuda.setCurrentCUDAStream(stream);
      return new Stream(device.index(), before, stream);
    }
  }

  private static Deque<CUDAStream> free(int device) {
    return FREE.computeIfAbsent(device, d -> new ConcurrentLinkedDeque<>());
  }

  /** One that no other thread has. */
  private static CUDAStream own(int device) {
    CUDAStream known = free(device).pollFirst();
    if (known != null) {
      return known;
    }
    CUstream_st made = new CUstream_st();
    IntPointer current = new IntPointer(1);
    Cuda.require(cudart.cudaGetDevice(current));
    Cuda.require(cudart.cudaSetDevice(device));
    Cuda.require(cudart.cudaStreamCreateWithFlags(made, cudart.cudaStreamNonBlocking));
    Cuda.require(cudart.cudaSetDevice(current.get()));
    return Natives.immortal(torch_cuda.getStreamFromExternal(made, (byte) device));
  }

  /** Whether the current stream of this thread can be captured: any but the default one. */
  static boolean isOwn() {
    try (PointerScope scope = new PointerScope()) {
      return torch_cuda.getCurrentCUDAStream().stream() != null;
    }
  }

  /**
   * Does something on the device's default stream. What this thread queued before is done when it
   * begins, and what it queues is done when this returns.
   */
  static void onDefault(Runnable work) {
    try (PointerScope scope = new PointerScope()) {
      CUDAStream own = torch_cuda.getCurrentCUDAStream();
      CUDAStream common = torch_cuda.getDefaultCUDAStream();
      own.synchronize();
      torch_cuda.setCurrentCUDAStream(common);
      try {
        work.run();
        common.synchronize();
      } finally {
        torch_cuda.setCurrentCUDAStream(own);
      }
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
      free(device).addFirst(stream);
      before.close();
    }
  }
}
