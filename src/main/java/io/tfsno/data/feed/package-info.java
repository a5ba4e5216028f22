/**
 * Brings trajectories to a device: an open set comes in, normalised states and batches go out, held
 * in memory or streamed. Knows nothing about networks.
 */
package io.tfsno.data.feed;
