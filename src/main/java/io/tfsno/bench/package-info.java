/**
 * Experiments and measurements: the paper's suites, declared as data and run under one protocol
 * into a ledger; and how long the steps of a training and of a rollout take on this machine.
 * Declarations and data sets flow in, ledger entries and timings flow out.
 */
package io.tfsno.bench;
