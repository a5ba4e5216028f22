package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;

/** The place of a panel in a figure: its size, and its tag such as "a", blank for none. */
record PanelPlace(double width, double height, String tag) {
  Box box() {
    return new Box(0, 0, width, height);
  }
}
