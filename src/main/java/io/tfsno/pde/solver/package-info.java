/**
 * The solver: {@link io.tfsno.pde.solver.Solver} integrates batches of trajectories of an equation
 * in float64 and hands out snapshots. A step is {@link io.tfsno.pde.solver.Etdrk4} on libtorch's
 * operations; on a GPU, equations whose products are data have kernels for lines and planes.
 */
package io.tfsno.pde.solver;
