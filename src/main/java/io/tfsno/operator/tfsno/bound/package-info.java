/** Maps whose norms are bounded, what follows for a whole step, and where such networks start. */
package io.tfsno.operator.tfsno.bound;
