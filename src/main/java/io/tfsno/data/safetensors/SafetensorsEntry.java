package io.tfsno.data.safetensors;

import io.tfsno.data.file.ElementType;

/**
 * Where one tensor of a safetensors file stands.
 *
 * @param begin first byte, counted from the end of the header
 * @param end one past the last byte
 */
record SafetensorsEntry(String name, ElementType type, long[] shape, long begin, long end) {
  int size() {
    return (int) ((end - begin) / type.bytes());
  }
}
