/**
 * Figures: curves, bars and heat maps with axes and legends. Series of numbers come in, SVG goes
 * out. Knows nothing about runs or ledgers.
 */
package io.tfsno.report.figure;
