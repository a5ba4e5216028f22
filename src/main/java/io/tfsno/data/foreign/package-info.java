/**
 * Arrays in files that we did not make. A {@link io.tfsno.data.foreign.ForeignFile} says which
 * arrays there are and gives boxes of their numbers; what the arrays mean is for others to find
 * out. Each format has an inner room.
 */
package io.tfsno.data.foreign;
