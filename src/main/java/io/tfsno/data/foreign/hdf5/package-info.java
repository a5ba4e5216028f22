/** Arrays in HDF5 files, among them NetCDF-4: by path, with the names of their dimensions. */
package io.tfsno.data.foreign.hdf5;
