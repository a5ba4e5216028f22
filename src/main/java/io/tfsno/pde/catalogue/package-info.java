/**
 * The equations, one file each, and the benchmarks as values, with how exact their solver is at
 * coarser settings. Names and coefficients come in, equations go out. Knows nothing about files or
 * networks.
 */
package io.tfsno.pde.catalogue;
