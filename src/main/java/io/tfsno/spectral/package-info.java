/**
 * Fourier space: which wave numbers a grid holds, how a field gets to coefficients and back, how it
 * is differentiated and resampled. Fields are uniform and periodic; coefficients carry the
 * "forward" normalisation (1/N on the way in), so an amplitude means the same on every grid. Beside
 * it the orthonormal wavelets, whose coefficients grow with the square root of the grid.
 */
package io.tfsno.spectral;
