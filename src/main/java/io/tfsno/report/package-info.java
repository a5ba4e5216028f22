/**
 * Figures and reports: what a reader sees of a run. Arrays of numbers flow in; self-contained SVG
 * and HTML flow out.
 *
 * <p>A {@link io.tfsno.report.figure.Figure} is a grid of {@link io.tfsno.report.figure.Panel}s. A
 * panel holds what to show; its {@code prepare} turns that into a {@code Drawing} once the size of
 * its cell is known, so that plot areas in one row or column can be lined up before anything is
 * drawn. A new kind of panel is one {@code Panel} with its {@code Drawing}.
 *
 * <p>Nothing here uses {@code java.desktop}: the product also runs on images without it. The same
 * input gives the same bytes.
 */
package io.tfsno.report;
