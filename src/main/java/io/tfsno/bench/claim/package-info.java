/**
 * Who works on which cell of a suite, among processes on one or many machines that share a folder.
 * Keys of cells flow in, the right to work on them flows out. It knows nothing of what the work is.
 */
package io.tfsno.bench.claim;
