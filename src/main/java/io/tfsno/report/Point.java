package io.tfsno.report;

/** A place in a figure, in pixels. */
record Point(double x, double y) {}
