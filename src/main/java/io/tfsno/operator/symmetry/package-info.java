/** Symmetries of laws, which predictions can be given exactly. */
package io.tfsno.operator.symmetry;
