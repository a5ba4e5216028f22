/** NetCDF's classic format in its three versions, CDF-1, CDF-2 and CDF-5. */
package io.tfsno.data.foreign.netcdf;
