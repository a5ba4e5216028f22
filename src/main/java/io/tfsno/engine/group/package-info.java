/**
 * Processes that work together: rendezvous, collective operations, lost ranks. Settings come in, a
 * process group goes out. Knows nothing about training.
 */
package io.tfsno.engine.group;
