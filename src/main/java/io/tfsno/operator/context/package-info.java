/**
 * What an operator remembers of the first states of a trajectory. Those states come in, once, and a
 * few numbers about the law behind them go out, which stay the same through a rollout. Knows
 * nothing about operators.
 */
package io.tfsno.operator.context;
