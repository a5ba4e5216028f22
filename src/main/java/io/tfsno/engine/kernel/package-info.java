/**
 * Hand-written CUDA kernels: source text and sizes come in, compiled kernels that can be launched
 * go out, cached on disk. Knows nothing about what a kernel computes.
 */
package io.tfsno.engine.kernel;
