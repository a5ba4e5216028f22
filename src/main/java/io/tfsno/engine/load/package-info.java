/**
 * How native libraries come into the process: unpacked by one process at a time, and no more of
 * them than are needed. Knows JavaCPP's loader and nothing of tensors.
 */
package io.tfsno.engine.load;
