package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A polynomial in the values of fields at one point, a sum of monomials. Written once, and read in
 * two ways: by libtorch's operations on whole fields, and as a line of C for kernels.
 */
public record Polynomial(List<Monomial> terms) {
  /**
   * {@code coefficient w_i w_j ...}
   *
   * @param fields at least two numbers of fields, in the order in which they are multiplied
   */
  public record Monomial(double coefficient, List<Integer> fields) {
    public Monomial {
      fields = List.copyOf(fields);
      if (fields.size() < 2) {
        throw new IllegalArgumentException("a product has two factors at least, not " + fields);
      }
    }

    public static Monomial of(double coefficient, Integer... fields) {
      return new Monomial(coefficient, Arrays.asList(fields));
    }

    private boolean isPower() {
      return fields.stream().distinct().count() == 1;
    }

    private Tensor of(List<Tensor> w) {
      int first = fields.get(0);
      boolean squared = fields.get(1) == first;
      Tensor product = squared ? w.get(first).square() : w.get(first).mul(w.get(fields.get(1)));
      for (int field : fields.subList(2, fields.size())) {
        product = product.mul(w.get(field));
      }
      return product;
    }

    private String code(String w) {
      String factors =
          fields.stream().map(f -> "%s[%d]".formatted(w, f)).collect(Collectors.joining(" * "));
      return coefficient == 1 ? factors : "%s * (%s)".formatted(coefficient, factors);
    }
  }

  public Polynomial {
    terms = List.copyOf(terms);
  }

  public static Polynomial of(Monomial... terms) {
    return new Polynomial(List.of(terms));
  }

  /** {@code w_0^n}. */
  public static Polynomial power(int n) {
    return new Polynomial(List.of(new Monomial(1, Collections.nCopies(n, 0))));
  }

  /** {@code w_0^2 + w_1^2 + ...} of that many fields. */
  public static Polynomial sumOfSquares(int fields) {
    return new Polynomial(IntStream.range(0, fields).mapToObj(f -> Monomial.of(1, f, f)).toList());
  }

  /** The power of one field that this is; 0 if it is something else. */
  private int power() {
    Monomial first = terms.get(0);
    boolean plain = terms.size() == 1 && first.coefficient == 1 && first.isPower();
    return plain ? first.fields.size() : 0;
  }

  /** Of fields that nobody needs any more and that may be overwritten. */
  Tensor ofLast(List<Tensor> w) {
    return switch (w.size() == 1 ? power() : 0) {
      case 2 -> w.get(0).squareInPlace();
      case 3 -> w.get(0).cubeInPlace();
      default -> of(w);
    };
  }

  /** Of the values of fields, which are not modified. */
  Tensor of(List<Tensor> w) {
    Tensor sum = null;
    for (Monomial term : terms) {
      Tensor product = term.of(w);
      if (sum == null) {
        sum = term.coefficient == 1 ? product : product.mul(term.coefficient);
      } else if (term.coefficient == -1) {
        sum = sum.sub(product);
      } else {
        sum = term.coefficient == 1 ? sum.add(product) : sum.addScaled(product, term.coefficient);
      }
    }
    return sum;
  }

  /** An expression in C, with the fields' values in an array of that name. */
  public String code(String w) {
    return terms.stream().map(term -> term.code(w)).collect(Collectors.joining(" + "));
  }
}
