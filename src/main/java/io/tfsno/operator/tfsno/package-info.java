/**
 * TF-SNO: its specification, gated blocks, statistics and their kernels. Specifications and fields
 * come in, operators and gate readings go out. Knows nothing about training or data sets.
 */
package io.tfsno.operator.tfsno;
