/**
 * Neural operators: maps from the state of a field at one time to its state one step later. A
 * {@link io.tfsno.operator.FieldShape} and a spec go in, an {@link io.tfsno.operator.Operator}
 * comes out; it holds its parameters and knows nothing of data or training.
 *
 * <p>A new model is one spec record, one class and one line of an {@link
 * io.tfsno.operator.Operators.Provider}. A {@link io.tfsno.operator.GridOperator} sees fields with
 * their walls already padded.
 */
package io.tfsno.operator;
