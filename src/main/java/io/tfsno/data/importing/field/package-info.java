/**
 * The numbers of fields that are imported, whatever file they come from: boxes in one order of
 * axes, transposed, interpolated along axes, and cut into tiles that are read and written at once.
 */
package io.tfsno.data.importing.field;
