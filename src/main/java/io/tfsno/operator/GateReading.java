package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;

/**
 * What one block did with one batch.
 *
 * @param block number of the block, in the order of the field's way through the network
 * @param modes the modes in use on this grid; they index the last axis of {@code delta}
 * @param input the field that entered the block, {@code [sample, channel, x(, y)]}
 * @param delta the relative change of each mode's gain, {@code [sample, channel, mode]}
 */
public record GateReading(int block, Modes modes, Tensor input, Tensor delta) {}
