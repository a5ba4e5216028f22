/**
 * Updates of weights: AdamW with a bounded gradient, on the CPU and as GPU kernels, and the
 * schedule of its learning rate. Gradients flow in; changed parameters flow out.
 */
package io.tfsno.train.optimiser;
