/**
 * HDF5: files come in, groups, attributes and slabs of numbers go out; and a writer for files whose
 * layout is known beforehand. Knows nothing about trajectories.
 */
package io.tfsno.data.hdf5;
