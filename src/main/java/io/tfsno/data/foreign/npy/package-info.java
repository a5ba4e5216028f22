/** NumPy's files: one array, or an archive of several. */
package io.tfsno.data.foreign.npy;
