package io.tfsno.engine.kernel;

import io.tfsno.engine.Cuda;
import io.tfsno.engine.Device;
import io.tfsno.engine.Natives;
import io.tfsno.engine.StreamMark;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Further queues next to the current stream, for kernels whose results are not needed at once. They
 * see everything that was queued before; the current stream sees their results after {@link #join}.
 * Can be captured. Next to the default stream, which threads share, there are none: kernels are
 * queued in it.
 *
 * <p>Only kernels may be queued in them: memory belongs to the stream that is current when it is
 * taken, so take it before, and keep it until after the join.
 */
public final class SideStream {
  /** One for each stream that needed one, found by its address; streams live on in pools. */
  private static final Map<Long, SideStream> OF_STREAM = new ConcurrentHashMap<>();

  private static final int QUEUES = 4;

  private static final SideStream NONE = new SideStream(0, List.of());

  private final int device;
  private final List<CUDAStream> queues;
  private final StreamMark mark;

  /** Queues that the current stream has not waited for since they were last used. */
  private final BitSet open = new BitSet();

  private int turn;

  private SideStream(int device, List<CUDAStream> queues) {
    this.device = device;
    this.queues = queues;
    mark = queues.isEmpty() ? null : new StreamMark();
  }

  private static SideStream on(int device) {
    return new SideStream(device, Stream.generate(() -> queue(device)).limit(QUEUES).toList());
  }

  /** Not from libtorch's pool, whose streams may be some other thread's as well. */
  private static CUDAStream queue(int device) {
    CUstream_st own = new CUstream_st();
    Cuda.require(cudart.cudaStreamCreateWithFlags(own, cudart.cudaStreamNonBlocking));
    return Natives.immortal(torch_cuda.getStreamFromExternal(own, (byte) device));
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

  /** Queues kernels behind all that the current stream and this method have been given so far. */
  public void run(Runnable kernels) {
    run(0, kernels);
  }

  /**
   * Queues kernels behind all that the current stream has been given so far, in the queue whose
   * turn it is: nothing that is queued before the next {@link #join} may need their results.
   */
  public void runInTurn(Runnable kernels) {
    if (!queues.isEmpty()) {
      turn = (turn + 1) % QUEUES;
    }
    run(turn, kernels);
  }

  private void run(int queue, Runnable kernels) {
    if (queues.isEmpty()) {
      kernels.run();
      return;
    }
    CUDAStream side = queues.get(queue);
    open.set(queue);
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

  /** Lets the current stream wait for all that was queued here. */
  public void join() {
    if (open.isEmpty()) {
      return;
    }
    turn = 0;
    try (PointerScope scope = new PointerScope()) {
      for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
        follow(torch_cuda.getCurrentCUDAStream((byte) device), queues.get(i));
      }
    }
    open.clear();
  }

  private void follow(CUDAStream later, CUDAStream earlier) {
    mark.set(earlier.stream());
    mark.await(later.stream());
  }
}
