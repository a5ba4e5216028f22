/**
 * Judging a trained operator: rollouts, errors against the truth per step and overall, spectra, and
 * the yardsticks next to them (copying the first state, the floor of resampling). All reductions
 * are float64.
 */
package io.tfsno.eval;
