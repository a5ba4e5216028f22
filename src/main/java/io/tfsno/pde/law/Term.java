package io.tfsno.pde.law;

/**
 * One term of a law: {@code coefficient * derivative(product)}, or {@code coefficient * forcing}.
 *
 * @param field the number of the field in whose equation it stands
 * @param product null for the field itself, and for a forcing
 * @param forcing null unless the term is one
 * @param formula how it is written, without coefficient
 */
record Term(
    int field,
    Coefficient coefficient,
    DerivativeTerm derivative,
    Product product,
    Forcing forcing,
    String formula) {

  /** Whether it is diagonal in Fourier space: a derivative of the field itself. */
  boolean isDiagonal() {
    return product == null && forcing == null;
  }

  String text() {
    return (coefficient.text() + " " + formula).strip();
  }
}
