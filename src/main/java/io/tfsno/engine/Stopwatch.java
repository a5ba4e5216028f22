package io.tfsno.engine;

import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/** Measures work on a device: by events in its queue on a GPU, by the clock on the CPU. */
public final class Stopwatch {
  private final Device device;

  public Stopwatch(Device device) {
    this.device = device;
  }

  /** Seconds that the device needs for the work. Waits for it. */
  public double seconds(Runnable work) {
    return device.cuda() ? onDevice(work) : onHost(work);
  }

  private static double onHost(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) * 1e-9;
  }

  private static double onDevice(Runnable work) {
    try (PointerScope scope = new PointerScope()) {
      CUevent_st start = new CUevent_st();
      CUevent_st end = new CUevent_st();
      Cuda.require(cudart.cudaEventCreate(start));
      Cuda.require(cudart.cudaEventCreate(end));
      Cuda.require(cudart.cudaEventRecord(start, torch_cuda.getCurrentCUDAStream().stream()));
      work.run();
      Cuda.require(cudart.cudaEventRecord(end, torch_cuda.getCurrentCUDAStream().stream()));
      Cuda.require(cudart.cudaEventSynchronize(end));
      FloatPointer milliseconds = new FloatPointer(1);
      Cuda.require(cudart.cudaEventElapsedTime(milliseconds, start, end));
      Cuda.require(cudart.cudaEventDestroy(start));
      Cuda.require(cudart.cudaEventDestroy(end));
      return milliseconds.get() * 1e-3;
    }
  }
}
