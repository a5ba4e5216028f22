package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** The stream that the asking thread's work on a GPU goes to. */
final class CurrentStream implements Turns.Queue {
  private final byte device;
  private final CUevent_st mark;

  CurrentStream(Device device) {
    this.device = (byte) device.index();
    Cuda.bind();
    try (PointerScope scope = new PointerScope()) {
      CUevent_st made = new CUevent_st();
      Cuda.require(cudart.cudaEventCreateWithFlags(made, cudart.cudaEventDisableTiming));
      mark = Natives.immortal(made);
    }
  }

  @Override
  public long id() {
    try (PointerScope scope = new PointerScope()) {
      CUstream_st stream = stream();
      return stream == null ? 0 : stream.address();
    }
  }

  @Override
  public void mark() {
    try (PointerScope scope = new PointerScope()) {
      Cuda.require(cudart.cudaEventRecord(mark, stream()));
    }
  }

  @Override
  public void awaitMark() {
    try (PointerScope scope = new PointerScope()) {
      Cuda.require(cudart.cudaStreamWaitEvent(stream(), mark, 0));
    }
  }

  private CUstream_st stream() {
    return torch_cuda.getCurrentCUDAStream(device).stream();
  }
}
