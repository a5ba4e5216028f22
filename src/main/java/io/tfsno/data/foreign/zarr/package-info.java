/**
 * Zarr, versions 2 and 3, in a folder or a zip archive: metadata as JSON next to one file per
 * chunk.
 */
package io.tfsno.data.foreign.zarr;
