/**
 * How a prediction is compared with the truth: kinds of loss, relative errors and the loss's
 * kernels. Two tensors come in, one number goes out. Knows nothing about trainings.
 */
package io.tfsno.train.loss;
