/**
 * Equations and their solver. An {@link io.tfsno.pde.Equation} is a linear symbol plus a nonlinear
 * term, written in the letters of its formula, one file each; {@link io.tfsno.pde.Etdrk4} advances
 * it in time; {@link io.tfsno.pde.Catalogue} lists the equations and {@link io.tfsno.pde.Benchmark}
 * the six benchmarks as values. Everything here is float64. Networks are unknown here.
 */
package io.tfsno.pde;
