package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Products;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Mlp;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.StridedConv;
import io.tfsno.operator.CheckedOperator;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.InputChannels;
import io.tfsno.operator.Pass;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * The deep operator network (Lu et al. 2021), with the state on a grid as its sensors:
 *
 * <pre>
 *   u'_c(x) = sum_j b_cj(u) t_j(x) + b0_c,    j = 1 .. p
 * </pre>
 *
 * The branch b sees the values at all grid points at once, the trunk t sees only where it is asked.
 * Both are MLPs with GELU, in the trunk also after the last layer. Channels share the trunk. The
 * branch is tied to its grid; the answer is a function that can be asked for anywhere.
 */
final class DeepONet extends CheckedOperator {
  private static final int CNN_HIDDEN = 256;

  private final DeepONetSpec spec;
  private final InputChannels inputs;
  private final Harmonics harmonics;
  private final List<StridedConv> convolutions = new ArrayList<>();
  private final Mlp branch;
  private final Mlp trunk;
  private final Parameter bias;
  private Tensor keptBasis;
  private long keptWrites;

  DeepONet(DeepONetSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    this.spec = spec;
    inputs = new InputChannels(shape, constants, context);
    harmonics = new Harmonics(shape.dimension(), spec.harmonics());
    branch = spec.branch() == DeepONetSpec.Branch.MLP ? onValues() : onConvolutions();
    trunk = mlp("trunk", hidden(harmonics.features(), spec.basis()), false);
    bias = parameters.declare("bias", Initialiser.zeros(), shape.channels());
  }

  private Mlp onValues() {
    int varying = shape().channels() + shape().inputs().varying(shape().channels());
    int values = varying * shape().cells() + shape().inputs().numbers(shape().dimension());
    return mlp("branch", hidden(values, spec.basis() * shape().channels()), spec.predictDelta());
  }

  private Mlp onConvolutions() {
    addConvolution(shape().channelsIn(), 32, 5);
    addConvolution(32, 64, 5);
    addConvolution(64, 128, 3);
    Points points = shape().points();
    for (int i = 0; i < convolutions.size(); i++) {
      points = points.halved(1);
    }
    int coefficients = spec.basis() * shape().channels();
    List<Integer> widths = List.of(128 * points.cells(), CNN_HIDDEN, coefficients);
    return mlp("branch", widths, spec.predictDelta());
  }

  private void addConvolution(int in, int out, int size) {
    var conv = new StridedConv.Shape(shape().dimension(), in, out, size, 2);
    Initialiser start = Initialiser.glorotNormal(conv.inputs(), conv.outputs());
    String name = "convolutions." + convolutions.size();
    convolutions.add(new StridedConv(parameters, name, conv, start, Initialiser.zeros()));
  }

  private List<Integer> hidden(int in, int out) {
    List<Integer> widths = new ArrayList<>();
    widths.add(in);
    for (int i = 1; i < spec.layers(); i++) {
      widths.add(spec.basis());
    }
    widths.add(out);
    return widths;
  }

  private Mlp mlp(String name, List<Integer> widths, boolean zeroAtFirst) {
    List<Linear> layers = new ArrayList<>();
    for (int i = 0; i + 1 < widths.size(); i++) {
      int in = widths.get(i);
      int out = widths.get(i + 1);
      boolean zero = zeroAtFirst && i + 2 == widths.size();
      Initialiser start = zero ? Initialiser.zeros() : Initialiser.glorotNormal(in, out);
      layers.add(new Linear(parameters, name + "." + i, in, out, start, Initialiser.zeros()));
    }
    return new Mlp(layers, Activation.GELU);
  }

  @Override
  protected Tensor answer(Tensor u, Pass pass) {
    return sum(u, pass.given(), basisOnGrid(u)).view(u.shape());
  }

  /** The answers at any positions, {@code [sample, channel, position]}. */
  Tensor at(Tensor u, Tensor positions) {
    return sum(u, Conditions.NONE, basis(positions));
  }

  /** {@code sum_j b_j t_j + b0} for functions {@code [j, position]}. */
  private Tensor sum(Tensor u, Conditions given, Tensor basis) {
    long samples = u.size(0);
    int channels = shape().channels();
    Tensor b = coefficients(u, given).view(channels, spec.basis(), samples);
    Tensor rows = b.permute(2, 0, 1).reshape(samples * channels, spec.basis());
    Tensor offsets = bias.tensor().expand(samples, channels).reshape(-1, 1);
    return Products.add(offsets, rows, basis).view(samples, channels, -1);
  }

  /** {@code [(channel, j), sample]}. */
  private Tensor coefficients(Tensor u, Conditions given) {
    if (convolutions.isEmpty()) {
      return branch.apply(values(u, given));
    }
    GpuPath path = parameters.execution().path();
    Tensor v = inputs.isEmpty() ? u : GridOperator.swapFirst(inputs.joined(u, given, path));
    for (StridedConv convolution : convolutions) {
      v = Activations.gelu(convolution.apply(v));
    }
    return branch.apply(v.reshape(v.size(0), -1).permute(1, 0));
  }

  /** The state and all that is given in addition to it as numbers, {@code [number, sample]}. */
  private Tensor values(Tensor u, Conditions given) {
    List<Tensor> rows = new ArrayList<>(List.of(sensors(u)));
    inputs.fields(given).forEach(field -> rows.add(sensors(field)));
    rows.addAll(inputs.numbers(given));
    return rows.size() == 1 ? rows.get(0) : Tensor.cat(0, rows.toArray(Tensor[]::new));
  }

  private static Tensor sensors(Tensor field) {
    return field.reshape(field.size(0), -1).permute(1, 0);
  }

  private Tensor basis(Tensor positions) {
    return Activations.gelu(trunk.apply(positions));
  }

  /**
   * where nothing is taped it is kept for as long as no parameter changes; not on a GPU, where a
   * captured step would go on using it when parameters have changed.
   */
  private synchronized Tensor basisOnGrid(Tensor u) {
    Tensor grid = constants.tensor("positions", u.device(), () -> harmonics.onGrid(shape().grid()));
    if (Autograd.taping() || u.device().cuda()) {
      return basis(grid);
    }
    long writes = Autograd.writes(parameters.flat());
    if (keptBasis == null || writes != keptWrites) {
      forget();
      keptBasis = Scope.unowned(() -> basis(grid));
      keptWrites = writes;
    }
    return keptBasis;
  }

  private void forget() {
    if (keptBasis != null) {
      keptBasis.close();
      keptBasis = null;
    }
  }

  @Override
  public boolean runsOn(Points points) {
    return points.equals(shape().points());
  }

  @Override
  public void close() {
    forget();
    super.close();
  }
}
