package io.tfsno.engine.group;

import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.gloo.Device;

/** Connections between CPUs over TCP. */
final class GlooBackend {
  private static final String INTERFACE = "GLOO_SOCKET_IFNAME";

  private GlooBackend() {}

  static Backend connect(RankSettings settings, Store store) {
    ProcessGroupGloo.Options options =
        ProcessGroupGloo.Options.create(new Milliseconds(settings.patience().toMillis()));
    options.devices(new GlooDeviceVector(network(settings)));
    return new ProcessGroupGloo(store, settings.rank(), settings.ranks(), options);
  }

  private static Device network(RankSettings settings) {
    String named = System.getenv(INTERFACE);
    return named != null && !named.isBlank()
        ? ProcessGroupGloo.createDeviceForInterface(named)
        : ProcessGroupGloo.createDeviceForHostname(MeetingPoint.ownAddress(settings));
  }
}
