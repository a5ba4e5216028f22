package io.tfsno.data.safetensors;

import io.tfsno.data.file.StoredTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Safetensors files put together by hand, without the writer under test. */
public final class SafetensorsFiles {
  private SafetensorsFiles() {}

  static byte[] bytes(String header, byte... data) {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + json.length + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(json.length)
        .put(json)
        .put(data)
        .array();
  }

  public static Path write(Path file, String header, int dataBytes) throws IOException {
    return Files.write(file, bytes(header, new byte[dataBytes]));
  }

  /** A header entry; quotes are written ' for ease of reading. */
  public static String entry(String name, String type, String shape, String offsets) {
    return "'%s':{'dtype':'%s','shape':%s,'data_offsets':%s}"
        .formatted(name, type, shape, offsets)
        .replace('\'', '"');
  }

  public static Map<String, StoredTensor> small() {
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    tensors.put("lift.weight", tensor(new long[] {2, 3}, 1, -2, 0.5f, 4, 0, 6));
    tensors.put("a \"quoted\" naïve name", tensor(new long[] {}, 7));
    tensors.put("empty", tensor(new long[] {0, 5}));
    tensors.put("bias", tensor(new long[] {2}, -1, 1024));
    return tensors;
  }

  static StoredTensor tensor(long[] shape, float... values) {
    return new StoredTensor(shape, values);
  }
}
