package io.tfsno.engine.group;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.bytedeco.pytorch.Store;

/** The table of the {@link Hub}: in rank 0 the hub's own, elsewhere a copy that it keeps up. */
final class HubTable implements SharedTable {
  private static final int CONNECT_MILLIS = 1500;
  private static final int HANDSHAKE_MILLIS = 10_000;

  private final RankSettings settings;
  private final Copy copy;
  private final AutoCloseable connection;
  private final DataOutputStream out;
  private StoreBridge bridge;

  private HubTable(
      RankSettings settings, Copy copy, AutoCloseable connection, DataOutputStream out) {
    this.settings = settings;
    this.copy = copy;
    this.connection = connection;
    this.out = out;
  }

  /** In rank 0. */
  static HubTable serve(RankSettings settings) throws IOException {
    Copy copy = new Copy();
    return new HubTable(settings, copy, new Hub(settings, copy), null);
  }

  /** Another rank's; an {@link IOException} if no hub answers there yet. */
  static HubTable connect(RankSettings settings) throws IOException {
    return connect(settings, false);
  }

  /**
   * The same.
   *
   * @param again whether an earlier attempt broke off: its place may be taken by that for a moment
   */
  static HubTable connect(RankSettings settings, boolean again) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(settings.host(), settings.port()), CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(HANDSHAKE_MILLIS);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      Handshake.Answer answer =
          new Handshake(in, out, settings.secret()).introduce(settings.rank(), settings.ranks());
      if (answer == Handshake.Answer.TAKEN && again) {
        throw new IOException("its place is taken, maybe by its own earlier connection");
      }
      if (answer != Handshake.Answer.WELCOME) {
        throw Unwelcome.because(answer, settings);
      }
      socket.setSoTimeout(0);
      Copy copy = new Copy();
      Thread reader = new Thread(() -> read(in, copy), "meeting-point");
      reader.setDaemon(true);
      reader.start();
      return new HubTable(settings, copy, socket, out);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static void read(DataInputStream in, Copy copy) {
    try {
      while (true) {
        copy.add(Entry.read(in));
      }
    } catch (IOException e) {
      copy.lose();
    }
  }

  @Override
  public synchronized void put(String key, byte[] value) {
    Entry entry = new Entry(key, value);
    if (out == null) {
      copy.add(entry);
      return;
    }
    try {
      entry.write(out);
    } catch (IOException e) {
      throw new IllegalStateException("the rendezvous is closed", e);
    }
  }

  @Override
  public byte[] get(String key) {
    return copy.get(key, settings.arrival());
  }

  @Override
  public boolean has(String key) {
    return copy.has(key);
  }

  @Override
  public synchronized Store store() {
    if (bridge == null) {
      bridge = new StoreBridge(this, copy);
    }
    return bridge.store();
  }

  @Override
  public void close() {
    try {
      if (bridge != null) {
        bridge.close();
      }
      connection.close();
    } catch (Exception e) {
      // It ends with the process.
    }
  }
}
