package io.tfsno.serve.http;

import tools.jackson.databind.node.POJONode;

/** A long list of numbers in a tree: four bytes for each instead of a node. */
public final class PackedNumbers extends POJONode {
  private static final int SHOWN = 3;

  private final transient float[] values;

  public PackedNumbers(float[] values) {
    super(values);
    this.values = values;
  }

  /** The numbers themselves, not a copy. */
  public float[] floats() {
    return values;
  }

  /** For messages: the first few. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Math.min(SHOWN, values.length); i++) {
      text.append(values[i]).append(", ");
    }
    return text + "... " + values.length + " numbers]";
  }
}
