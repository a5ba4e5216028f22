/**
 * The numbers by which a gate sees a field. A block's input and its modes come in, a number per
 * sample goes out. A new statistic is one class here and one entry of {@link
 * io.tfsno.operator.tfsno.statistic.Statistics}. Knows nothing about networks.
 */
package io.tfsno.operator.tfsno.statistic;
