/**
 * The models that TF-SNO is compared with, one specification and one class each. Knows nothing
 * about training or data sets.
 */
package io.tfsno.operator.baseline;
