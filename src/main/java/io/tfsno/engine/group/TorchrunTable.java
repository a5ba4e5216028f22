package io.tfsno.engine.group;

import io.tfsno.engine.Natives;
import io.tfsno.engine.Scope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/** The table that torchrun serves, c10d's TCPStore. It is open to whoever can connect to it. */
final class TorchrunTable implements SharedTable {
  private final Store store;

  TorchrunTable(RankSettings settings) {
    TCPStoreOptions options =
        new TCPStoreOptions()
            .port((short) settings.port())
            .isServer(false)
            .waitWorkers(false)
            .timeout(new Milliseconds(settings.arrival().toMillis()));
    TCPStore tcp = Natives.immortal(new TCPStore(settings.host(), options));
    store = Natives.immortal(new PrefixStore("tfsno/" + settings.attempt(), tcp));
  }

  @Override
  public void put(String key, byte[] value) {
    try (Scope scope = new Scope()) {
      store.set(key, new ByteVector(value));
    }
  }

  @Override
  public byte[] get(String key) {
    try (Scope scope = new Scope()) {
      return store.get(key).get();
    }
  }

  @Override
  public boolean has(String key) {
    try (Scope scope = new Scope()) {
      return store.check(new StringVector(key));
    }
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void close() {
    // The process that serves it outlives us.
  }
}
