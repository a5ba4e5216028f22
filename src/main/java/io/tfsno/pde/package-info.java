/**
 * Equations and their solver. An {@link io.tfsno.pde.Equation} is a linear symbol plus a nonlinear
 * term, written in the letters of its formula, one file each; {@code pde.solver} advances it in
 * time and {@link io.tfsno.pde.Residual} says how well given states obey it; {@link
 * io.tfsno.pde.catalogue.Catalogue} lists the equations and {@link
 * io.tfsno.pde.catalogue.Benchmark} the six benchmarks as values. Integration is float64. Networks
 * are unknown here.
 */
package io.tfsno.pde;
