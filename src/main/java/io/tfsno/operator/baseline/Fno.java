package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Mlp;
import io.tfsno.nn.cuda.FusedHead;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.cuda.KernelParts;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Pass;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Fourier neural operator (Li et al. 2021):
 *
 * <pre>
 *   v_0     = P u
 *   v_{l+1} = GELU( F^-1 Phi_l F v_l + W_l v_l )       no GELU after the last layer
 *   u'      = Q_1 GELU( Q_0 v_L )
 * </pre>
 *
 * P, W, Q act on channels at every point alike; Phi_l is a complex matrix for each kept mode. The
 * weights belong to wave numbers, not to grid points, so it runs on any grid.
 *
 * <p>Two options make it the FNO of the library neuraloperator: a lifting of two layers, and a
 * {@link ChannelMlp} in each layer, followed by another GELU in all but the last. Two more give it
 * what neighbouring points and products of fields tell: see {@link FnoLayer}. With {@code flux} the
 * head gives fluxes, and their {@link Divergence} is the answer.
 */
public final class Fno extends GridOperator {
  private final FnoSpec spec;
  private final Mlp lift;
  private final List<FnoLayer> layers = new ArrayList<>();
  private final Linear head0;
  private final Linear head1;
  private final Divergence divergence;
  private final Activation activation;
  private final Map<Points, Program> fused = new HashMap<>();

  Fno(FnoSpec spec, FieldShape shape, Constants constants) {
    this(spec, shape, constants, Activation.GELU);
  }

  Fno(FnoSpec spec, FieldShape shape, Constants constants, Activation activation) {
    this(spec, spec, shape, constants, activation);
  }

  /** The network of another model that has this shape. */
  Fno(OperatorSpec model, FnoSpec spec, FieldShape shape, Constants constants) {
    this(model, spec, shape, constants, Activation.GELU);
  }

  private Fno(
      OperatorSpec model,
      FnoSpec spec,
      FieldShape shape,
      Constants constants,
      Activation activation) {
    super(model, shape, constants);
    this.spec = spec;
    this.activation = activation;
    int width = spec.width();
    Modes modes = spec.modes().half(shape.dimension());
    lift = lifting();
    for (int l = 0; l < spec.layers(); l++) {
      layers.add(
          new FnoLayer(
              parameters, constants, "layers." + l, spec, modes, networkPoints(), activation));
    }
    head0 = new Linear(parameters, "head.0", width, spec.head());
    int outputs = spec.outputs(shape);
    head1 =
        spec.predictDelta()
            ? Linear.zero(parameters, "head.1", spec.head(), outputs)
            : new Linear(parameters, "head.1", spec.head(), outputs);
    divergence =
        spec.hasFlux()
            ? new Divergence(
                new FourierResize(constants, shape.dimension()), networkPoints(), shape.channels())
            : null;
  }

  private Mlp lifting() {
    int in = inputChannels();
    int width = spec.width();
    Integer hidden = spec.lifting();
    return hidden == null
        ? new Mlp(List.of(new Linear(parameters, "lift", in, width)), activation)
        : new Mlp(
            parameters, "lift", List.of(in, hidden, width), activation, Initialiser.linear(hidden));
  }

  @Override
  protected Tensor network(Tensor u, Pass pass) {
    Tensor answer = givenByHead(u);
    return divergence == null ? answer : divergence.of(answer);
  }

  private Tensor givenByHead(Tensor u) {
    if (fuses(u)) {
      return Tape.run(fused.computeIfAbsent(points(u), this::inKernels), u, null);
    }
    Tensor v = lift.apply(u);
    for (FnoLayer layer : layers.subList(0, layers.size() - 1)) {
      v = layer.apply(v, activation);
    }
    v = layers.get(layers.size() - 1).apply(v, Activation.IDENTITY);
    return head1.apply(activation.apply(head0.apply(v)));
  }

  private boolean fuses(Tensor u) {
    return u.device().cuda() && parameters.execution().fused() && fits(points(u));
  }

  /** Whether there are kernels for it on such a grid. */
  boolean fits(Points points) {
    FnoLayer first = layers.get(0);
    return activation == Activation.GELU
        && spec.hasKernels(points.dimension())
        && first.isAtHome(points)
        && first.spectral().slice(points).isWhole()
        && FusedLayer.fits(spec.width(), first.local(), first.spectral().modes(), points)
        && FusedHead.fits(spec.width(), spec.head(), spec.outputs(shape()));
  }

  Program inKernels(Points points) {
    return program(new KernelParts(constants, parameters.execution()), points);
  }

  /** The network in parts, for layers without products of fields and without an MLP. */
  public Program program(Parts parts, Points points) {
    return new FusedFno(
        parts,
        new LineGrid(layers.get(0).spectral().modes(), points),
        lift.layers().get(0),
        layers,
        head0,
        head1);
  }

  @Override
  public Optional<Sketch> sketch() {
    List<Integer> lifting = new ArrayList<>(List.of(inputChannels()));
    lift.layers().forEach(layer -> lifting.add(layer.out()));
    return Optional.of(
        new FnoSketch(spec(), spec, shape(), networkPoints(), lifting)
            .sketch(parameters.trained()));
  }

  @Override
  public boolean runsOn(Points points) {
    return points.perAxis().stream().allMatch(n -> n >= 2);
  }
}
