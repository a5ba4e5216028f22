/**
 * Whether a GPU computes what the CPU does: a device flows in, differences of answers, losses and
 * gradients flow out, model by model. It knows no run folder.
 */
package io.tfsno.train.check;
