/**
 * Learning: the objective, the ways to unroll it, the optimiser, the loop, and the run folder with
 * its exact checkpoints. Trajectories and an untrained operator flow in, a run folder flows out.
 */
package io.tfsno.train;
