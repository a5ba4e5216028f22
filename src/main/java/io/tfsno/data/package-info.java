/**
 * Trajectory sets and the files they live in. Solver output flows in as blocks of numbers and
 * becomes HDF5 or NPY files; files flow in, our own or downloaded ones, and become slices ordered
 * [trajectory, time, channel, x(, y, z)] that the next rooms normalise, batch and train on. Data
 * sets may be far larger than memory: nothing here reads or writes a whole one at once.
 *
 * <p>A mistake in a user's file becomes a {@link io.tfsno.base.UserError} that names the file. This
 * room knows nothing of networks.
 */
package io.tfsno.data;
