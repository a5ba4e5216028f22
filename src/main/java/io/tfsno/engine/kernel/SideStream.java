package io.tfsno.engine.kernel;

import io.tfsno.engine.Cuda;
import io.tfsno.engine.Device;
import io.tfsno.engine.Natives;
import io.tfsno.engine.StreamMark;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * A second queue beside the current stream, for kernels whose results are not needed at once. It
 * sees everything that was queued before; the current stream sees its results after {@link #join}.
 * Can be recorded. Beside the default stream, which threads share, there is none: kernels are
 * queued in it.
 *
 * <p>Only kernels may be queued in it: memory belongs to the stream that is current when it is
 * taken, so take it before, and keep it until after the join.
 */
public final class SideStream {
  /** One for each stream that needed one, found by its address; streams live on in pools. */
  private static final Map<Long, SideStream> OF_STREAM = new ConcurrentHashMap<>();

  private static final SideStream NONE = new SideStream(0, null);

  private final int device;
  private final CUDAStream side;
  private final StreamMark mark;

  private SideStream(int device, CUDAStream side) {
    this.device = device;
    this.side = side;
    mark = side == null ? null : new StreamMark();
  }

  private static SideStream on(int device) {
    // Not from libtorch's pool, whose streams may be some other thread's as well.
    CUstream_st own = new CUstream_st();
    Cuda.require(cudart.cudaStreamCreateWithFlags(own, cudart.cudaStreamNonBlocking));
    CUDAStream side = torch_cuda.getStreamFromExternal(own, (byte) device);
    return new SideStream(device, Natives.immortal(side));
  }

  /** That of the current stream; none on the CPU. */
  public static SideStream of(Device device) {
    if (!device.cuda()) {
      return NONE;
    }
    Cuda.bind();
    try (PointerScope scope = new PointerScope()) {
      byte index = (byte) device.index();
      CUstream_st current = torch_cuda.getCurrentCUDAStream(index).stream();
      return current == null
          ? NONE
          : OF_STREAM.computeIfAbsent(current.address(), key -> on(device.index()));
    }
  }

  /** Queues kernels behind all that the current stream has been given so far. */
  public void run(Runnable kernels) {
    if (side == null) {
      kernels.run();
      return;
    }
    try (PointerScope scope = new PointerScope()) {
      CUDAStream current = torch_cuda.getCurrentCUDAStream((byte) device);
      follow(side, current);
      torch_cuda.setCurrentCUDAStream(side);
      try {
        kernels.run();
      } finally {
        torch_cuda.setCurrentCUDAStream(current);
      }
    }
  }

  /** Lets the current stream wait for this one. */
  public void join() {
    if (side != null) {
      try (PointerScope scope = new PointerScope()) {
        follow(torch_cuda.getCurrentCUDAStream((byte) device), side);
      }
    }
  }

  private void follow(CUDAStream later, CUDAStream earlier) {
    mark.set(earlier.stream());
    mark.await(later.stream());
  }
}
