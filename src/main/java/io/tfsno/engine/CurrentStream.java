package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** The stream that the asking thread's work on a GPU goes to. */
final class CurrentStream implements Turns.Queue {
  private final byte device;
  private final StreamMark mark;

  CurrentStream(Device device) {
    this.device = (byte) device.index();
    Cuda.bind();
    mark = new StreamMark();
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
      mark.set(stream());
    }
  }

  @Override
  public void awaitMark() {
    try (PointerScope scope = new PointerScope()) {
      mark.await(stream());
    }
  }

  private CUstream_st stream() {
    return torch_cuda.getCurrentCUDAStream(device).stream();
  }
}
