package io.tfsno.eval;

/**
 * How the spectrum of one trajectory moves in time, and how the gate of one block answers. Arrays
 * are {@code [moment][...]}, for moments at equal distances.
 *
 * @param block its number, 0 first
 * @param cut the first field along x, in the middle of the other axes
 * @param power of the state by wave number; in 2D and 3D wave numbers are shells of rounded radius
 * @param gain mean of {@code 1 + delta} over channels (and the shell), at the waves that the block
 *     keeps
 * @param still the mean gain over all states: a filter that does not move
 */
public record FollowedGate(
    int block, double[] times, double[][] cut, double[][] power, double[][] gain, double[] still) {}
