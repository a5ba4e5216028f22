/**
 * Whether one model beats another: tests and intervals for paired numbers. Plain arithmetic in
 * float64; in come logarithms of ratios, one for each seed, out come means, intervals and p-values.
 */
package io.tfsno.eval.statistics;
