package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;

/** A place in a stream that other streams can wait for. Lives until the program ends. */
public final class StreamMark {
  private final CUevent_st event;

  public StreamMark() {
    try (PointerScope scope = new PointerScope()) {
      CUevent_st made = new CUevent_st();
      Cuda.require(cudart.cudaEventCreateWithFlags(made, cudart.cudaEventDisableTiming));
      event = Natives.immortal(made);
    }
  }

  /** Puts it behind all that a stream has been given so far. */
  public void set(CUstream_st stream) {
    Cuda.require(cudart.cudaEventRecord(event, stream));
  }

  /** Lets a stream go on only when the work before the mark is done. */
  public void await(CUstream_st stream) {
    Cuda.require(cudart.cudaStreamWaitEvent(stream, event, 0));
  }
}
