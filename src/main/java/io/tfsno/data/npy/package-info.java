/** NPY arrays, read whole and written in blocks. Knows nothing about trajectories. */
package io.tfsno.data.npy;
