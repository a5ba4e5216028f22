/**
 * Equations that somebody states in a file instead of in Java: a list of terms with coefficients
 * that may change with time. A description comes in, checked and never evaluated as code; an {@link
 * io.tfsno.pde.Equation} goes out.
 */
package io.tfsno.pde.law;
