package io.tfsno.engine.group;

import org.bytedeco.pytorch.Store;

/** Keys and their values, which all ranks see. */
interface SharedTable extends AutoCloseable {
  void put(String key, byte[] value);

  /** Waits for a key as long as for the arrival of ranks. */
  byte[] get(String key);

  /** Whether there is such a key; an {@link IllegalStateException} if the table is lost. */
  boolean has(String key);

  /** The table as c10d wants it. */
  Store store();

  @Override
  void close();
}
