/**
 * What the states of a training set have in common: their means, deviations and spectra. A trained
 * model carries it along, so that whoever starts from a state of their own can see whether the
 * model has met anything like it, and can move the state to where it has.
 */
package io.tfsno.run.range;
