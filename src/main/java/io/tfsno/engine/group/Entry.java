package io.tfsno.engine.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A key of the table with its value, as it travels between ranks. */
record Entry(String key, byte[] value) {
  private static final int MOST_KEY = 1 << 10;
  private static final int MOST_VALUE = 4 << 20;

  Entry {
    if (key.getBytes(StandardCharsets.UTF_8).length > MOST_KEY || value.length > MOST_VALUE) {
      throw new IllegalArgumentException("too large for the rendezvous: " + value.length);
    }
  }

  void write(DataOutputStream out) throws IOException {
    byte[] name = key.getBytes(StandardCharsets.UTF_8);
    out.writeInt(name.length);
    out.writeInt(value.length);
    out.write(name);
    out.write(value);
    out.flush();
  }

  /** Sizes are checked before anything of that size is allocated. */
  static Entry read(DataInputStream in) throws IOException {
    int name = in.readInt();
    int size = in.readInt();
    if (name < 0 || name > MOST_KEY || size < 0 || size > MOST_VALUE) {
      throw new IOException("too large: %d and %d bytes".formatted(name, size));
    }
    byte[] key = new byte[name];
    in.readFully(key);
    byte[] value = new byte[size];
    in.readFully(value);
    return new Entry(new String(key, StandardCharsets.UTF_8), value);
  }
}
