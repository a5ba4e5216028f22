/**
 * Rollouts on the wire: frames of states as JSON, NDJSON, NPY, HDF5 or binary. Knows nothing about
 * models.
 */
package io.tfsno.serve.frame;
