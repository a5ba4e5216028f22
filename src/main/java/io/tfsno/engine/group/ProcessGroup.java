package io.tfsno.engine.group;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.EngineInfo;
import io.tfsno.engine.NativeRuntime;
import io.tfsno.engine.Natives;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * The processes of one training and what they do together, on libtorch's c10d: Gloo between CPUs,
 * NCCL between GPUs. All of them must make the same calls in the same order. A call that another
 * rank does not join within the time of {@link RankSettings#patience} fails with a message that
 * names who is missing; after that the group is of no more use.
 *
 * <p>A process alone needs no group: then all calls return at once.
 */
public final class ProcessGroup implements AutoCloseable {
  private final RankSettings settings;
  private final MeetingPoint point;
  private final Backend host;
  private final Backend device;

  private ProcessGroup(RankSettings settings, MeetingPoint point, Backend host, Backend device) {
    this.settings = settings;
    this.point = point;
    this.host = host;
    this.device = device;
  }

  /** This process alone. */
  public static ProcessGroup alone() {
    return new ProcessGroup(RankSettings.alone(), null, null, null);
  }

  /**
   * Waits for all ranks and connects to them.
   *
   * @param device where the tensors of this process are
   */
  public static ProcessGroup join(RankSettings settings, Device device) {
    if (settings.ranks() == 1) {
      return alone();
    }
    Natives.load();
    NativeRuntime.current(EngineInfo.version()).requireSameMinor("several ranks");
    torch.initLogging(); // only now TORCH_CPP_LOG_LEVEL counts: what c10d warns of, we explain
    try (PointerScope scope = new PointerScope()) {
      MeetingPoint point = MeetingPoint.join(settings);
      point.requireSame("kind of device", device.cuda() ? "cuda" : "cpu");
      try {
        Backend host = Natives.immortal(GlooBackend.connect(settings, point.store()));
        boolean direct = device.cuda() && !NcclBackend.avoided();
        Backend own =
            direct ? Natives.immortal(NcclBackend.connect(settings, point.store(), device)) : null;
        return new ProcessGroup(settings, point, host, own);
      } catch (RuntimeException e) {
        throw failed("connect", point, e);
      }
    }
  }

  public RankSettings settings() {
    return settings;
  }

  public int size() {
    return settings.ranks();
  }

  /** Adds up a tensor over all ranks: each then holds the same sum, bit for bit. */
  public void sumInPlace(Tensor values) {
    together("add up gradients", values, (backend, tensors) -> backend.allreduce(tensors, sum()));
  }

  /** Gives all ranks the values of rank 0. */
  public void copyFromFirst(Tensor values) {
    together(
        "copy from rank 0", values, (backend, tensors) -> backend.broadcast(tensors, fromFirst()));
  }

  /** The sums over all ranks of a few numbers. */
  public double[] sum(double... values) {
    if (alone(settings)) {
      return values;
    }
    try (Scope scope = new Scope()) {
      Tensor tensor = Tensor.of(values, values.length);
      sumInPlace(tensor);
      return tensor.toDoubles();
    }
  }

  /** The numbers of rank 0. */
  public long[] ofFirst(long... values) {
    if (alone(settings)) {
      return values;
    }
    try (Scope scope = new Scope()) {
      Tensor tensor = Tensor.of(values, values.length);
      copyFromFirst(tensor);
      return tensor.toLongs();
    }
  }

  /** Refuses a text that is not the same on all ranks. */
  public void requireSame(String what, String text) {
    if (!alone(settings)) {
      point.requireSame(what, text);
    }
  }

  /**
   * Waits for all ranks, as long as for their arrival: before the first work, and after loading.
   */
  public void meet(String where) {
    if (!alone(settings)) {
      point.meet(where);
    }
  }

  private interface Collective {
    Work on(Backend backend, TensorVector tensors);
  }

  private void together(String what, Tensor values, Collective collective) {
    if (alone(settings)) {
      return;
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      boolean travels = values.device().cuda() && device == null;
      Tensor sent = travels ? values.to(Device.CPU) : values;
      Backend backend = sent.device().cuda() ? device : host;
      TensorVector tensors = new TensorVector(sent.handle);
      try {
        collective.on(backend, tensors)._wait(patience());
      } catch (RuntimeException e) {
        throw failed(what, point, e);
      }
      if (travels) {
        values.copyInPlace(sent);
      }
    }
  }

  private Milliseconds patience() {
    return new Milliseconds(settings.patience().toMillis());
  }

  private AllreduceOptions sum() {
    return new AllreduceOptions().timeout(patience()); // the sum is what they do unless told else
  }

  private BroadcastOptions fromFirst() {
    return new BroadcastOptions().rootRank(0).timeout(patience());
  }

  private static LostRank failed(String what, MeetingPoint point, RuntimeException e) {
    String reason = String.valueOf(e.getMessage());
    boolean late = reason.contains("imed out") || reason.contains("imeout");
    String gone = point.whoIsGone();
    String found =
        gone.isEmpty()
            ? "all ranks answer, but " + reason.lines().findFirst().orElse("no reason is given")
            : "%s (%s)".formatted(gone, late ? "time is up" : "connection lost");
    return new LostRank("could not %s: %s".formatted(what, found), e);
  }

  private static boolean alone(RankSettings settings) {
    return settings.ranks() == 1;
  }

  @Override
  public String toString() {
    return "rank %d of %d".formatted(settings.rank(), settings.ranks());
  }

  /** Lets go of the connections. What is still under way is given up. */
  @Override
  public void close() {
    for (Backend backend : Arrays.asList(device, host)) {
      if (backend != null) {
        backend.close();
      }
    }
    if (point != null) {
      point.close();
    }
  }
}
