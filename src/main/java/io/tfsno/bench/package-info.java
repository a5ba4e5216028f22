/**
 * Measurements: how long the steps of a training and of a rollout take on this machine. Models and
 * trainings come in, timings go out to the command line.
 */
package io.tfsno.bench;
