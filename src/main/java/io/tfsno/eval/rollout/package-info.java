/**
 * Predictions from the fields of a file into another file. In come first states, and the conditions
 * that the model was trained with: from the file, or stated next to it.
 */
package io.tfsno.eval.rollout;
