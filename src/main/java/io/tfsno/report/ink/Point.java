package io.tfsno.report.ink;

/** A place in a figure, in pixels. */
public record Point(double x, double y) {}
