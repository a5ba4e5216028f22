package io.tfsno.operator.symmetry;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The symmetries that predictions have exactly: {@code N_s(u) = mean over g of g N(g u)}, for all g
 * that the named ones generate. A network learns a symmetry of its data only as exactly as
 * everything else, and over a rollout what is left adds up: where u and -u obey the same law, a
 * wall between u = -1 and u = 1 stands still, and a network moves it a little in every step.
 *
 * <p>Fields are normalised with mean 0 where they change their sign. A periodic axis is mirrored at
 * its first point, another one at its centre.
 */
public final class Symmetries {
  /** More make every prediction that much slower. */
  private static final int MOST = 16;

  private final List<Symmetry> group;
  private final List<Axis> axes;
  private final List<String> fields;

  /**
   * @param named as texts, at least one
   * @param fields of a state
   */
  public Symmetries(List<String> named, List<Axis> axes, List<String> fields) {
    group = Symmetry.group(named.stream().map(Symmetry::of).toList());
    this.axes = List.copyOf(axes);
    this.fields = List.copyOf(fields);
    List<String> known = Stream.concat(axes.stream().map(Axis::name), fields.stream()).toList();
    if (known.stream().distinct().count() < known.size()) {
      throw new UserError(
          "different names of axes and fields for model.symmetry",
          String.join(", ", known),
          "Rename the field: 'x -> -x' would mean both.");
    }
    for (Symmetry one : group) {
      for (String name : one.reversed()) {
        if (!known.contains(name)) {
          throw new UserError(
              "one of %s in model.symmetry".formatted(String.join(", ", known)),
              "'%s'".formatted(name),
              "Only axes and fields of the state can be reversed.");
        }
      }
    }
    if (group.size() > MOST) {
      throw new UserError(
          "at most %d symmetries in model.symmetry, combinations included".formatted(MOST),
          Integer.toString(group.size()),
          "Each makes predictions slower: name fewer.");
    }
  }

  /** How many there are, the one that does nothing included. */
  public int count() {
    return group.size();
  }

  /** Fields that change their sign in one of them. */
  public List<String> negated() {
    return fields.stream().filter(f -> group.stream().anyMatch(g -> g.reverses(f))).toList();
  }

  /**
   * What all symmetries make of states, one symmetry after the other.
   *
   * @param u {@code [sample, channel, x(, y, z)]}, the fields of one state or of several
   */
  public Tensor images(Tensor u) {
    return Tensor.cat(
        0, group.stream().map(g -> negated(mirrored(u, g), g)).toArray(Tensor[]::new));
  }

  /** The same for known fields, which keep their signs. */
  public Tensor mirrorImages(Tensor known) {
    return Tensor.cat(0, group.stream().map(g -> mirrored(known, g)).toArray(Tensor[]::new));
  }

  /** Numbers of each sample, once for each symmetry. */
  public Tensor repeated(Tensor numbers) {
    return Tensor.cat(0, group.stream().map(g -> numbers).toArray(Tensor[]::new));
  }

  /** The mean of what follows on the {@link #images} of states, each put back. */
  public Tensor mean(Tensor answers) {
    long samples = answers.size(0) / count();
    Tensor sum = null;
    for (int i = 0; i < count(); i++) {
      Symmetry g = group.get(i);
      Tensor back = negated(mirrored(answers.narrow(0, i * samples, samples), g), g);
      sum = sum == null ? back : sum.add(back);
    }
    return sum.mul(1.0 / count());
  }

  private Tensor mirrored(Tensor u, Symmetry g) {
    Tensor result = u;
    for (int a = 0; a < axes.size(); a++) {
      if (g.reverses(axes.get(a).name())) {
        int axis = u.rank() - axes.size() + a;
        Tensor turned = result.flip(axis);
        boolean periodic = axes.get(a).boundary() == Boundary.PERIODIC;
        result = periodic ? turned.roll(1, axis) : turned;
      }
    }
    return result;
  }

  private Tensor negated(Tensor u, Symmetry g) {
    List<Boolean> turns = fields.stream().map(g::reverses).toList();
    if (!turns.contains(true)) {
      return u;
    }
    if (!turns.contains(false)) {
      return u.neg();
    }
    List<Tensor> channels = new ArrayList<>();
    for (int c = 0; c < u.size(1); c++) {
      Tensor channel = u.narrow(1, c, 1);
      channels.add(turns.get(c % turns.size()) ? channel.neg() : channel);
    }
    return Tensor.cat(1, channels.toArray(Tensor[]::new));
  }
}
