/**
 * For programs that embed this one: data sets from arrays, trainings with a listener, evaluations
 * and rollouts, in plain Java types. It does what the commands of the same names do, with the same
 * files. Arrays and paths flow in, run folders and arrays flow out.
 */
package io.tfsno.api;
