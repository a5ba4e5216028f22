/**
 * Networks as programs of fused parts: what parts there are, what each computes forward and
 * backward, and the tape that turns a forward pass into a backward pass. A network is written once
 * against {@link io.tfsno.nn.fused.Parts}; kernels compute them, a cost model counts them. Knows no
 * kernel and no model.
 */
package io.tfsno.nn.fused;
