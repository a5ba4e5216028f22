/**
 * Measured speed: steps, rollouts, collective operations, and the roofline they are held against.
 * Specifications come in, timings go out. Knows nothing about ledgers.
 */
package io.tfsno.bench.perf;
