/**
 * Where a field lives ({@link io.tfsno.spectral.Grid}) and Fourier space: which wave numbers a grid
 * holds, how a field gets to coefficients and back, how it is differentiated and resampled, in one
 * to three dimensions. Transforms take fields as periodic; coefficients carry the "forward"
 * normalisation (1/N in the forward transform), so an amplitude means the same on every grid. Also
 * the orthonormal wavelets, whose coefficients grow with the square root of the grid. Models are
 * unknown here.
 */
package io.tfsno.spectral;
