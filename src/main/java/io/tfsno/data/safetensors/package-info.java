/**
 * Safetensors: named tensors with text next to them, read with every length checked, written with a
 * checksum. Knows nothing about models.
 */
package io.tfsno.data.safetensors;
