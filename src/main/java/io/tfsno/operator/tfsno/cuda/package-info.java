/**
 * The gate of TF-SNO in hand-written CUDA kernels, with the steps that libtorch computes for it.
 * The numbers of a gate come in, gated modes and gradients go out. Knows nothing about blocks or
 * levels.
 */
package io.tfsno.operator.tfsno.cuda;
