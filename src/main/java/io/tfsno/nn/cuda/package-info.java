/**
 * The layers of networks in hand-written CUDA kernels, and the choice between them and the
 * operations of libtorch. Knows nothing about whole models or training.
 */
package io.tfsno.nn.cuda;
