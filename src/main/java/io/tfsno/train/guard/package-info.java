/**
 * What becomes of samples that leave the model's world in an unrolling, and of trainings that leave
 * the finite numbers: states and the truth flow in, states that can be learnt from flow out. It
 * knows neither models nor data.
 */
package io.tfsno.train.guard;
