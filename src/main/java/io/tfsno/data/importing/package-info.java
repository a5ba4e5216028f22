/**
 * Other people's data become sets of ours. A foreign file comes in with what its user says about
 * it; out comes what its arrays mean (states, coordinates, conditions), and from that an HDF5 file
 * in our layout, written tile by tile so that an interrupted import can be resumed.
 */
package io.tfsno.data.importing;
