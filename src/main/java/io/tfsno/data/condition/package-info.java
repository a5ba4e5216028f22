/**
 * What a set says about its trajectories in addition to their states: parameters, static fields,
 * forcing that changes with time, and the phase of a law that does. Out of a set's group comes what
 * is declared there, and numbers on demand.
 */
package io.tfsno.data.condition;
