/**
 * Safetensors: named tensors with text beside them, read with every length checked, written with a
 * checksum. Knows nothing about models.
 */
package io.tfsno.data.safetensors;
