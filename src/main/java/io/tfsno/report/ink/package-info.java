/**
 * Marks on paper: SVG, PNG, text, colours, ranges and ticks. Numbers come in, markup goes out.
 * Knows nothing about figures or models.
 */
package io.tfsno.report.ink;
