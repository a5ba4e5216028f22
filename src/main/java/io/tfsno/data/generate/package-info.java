/**
 * Makes data: a request or a specification comes in, a file of trajectories goes out, resumable
 * batch by batch. Knows nothing about networks.
 */
package io.tfsno.data.generate;
