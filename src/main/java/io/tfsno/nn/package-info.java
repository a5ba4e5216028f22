/**
 * What networks are made of: one flat buffer of parameters with named views, fixed matrices kept
 * for as long as a network lives, and the few layers that the operators share. Fields flow through
 * with channels first, {@code [channel, sample, x(, y)]}, so that a map over channels is one matrix
 * product and a map along x is another; coefficients are {@code [mode, re/im, channel, sample]} and
 * features {@code [feature, sample]}, for the same reason.
 */
package io.tfsno.nn;
