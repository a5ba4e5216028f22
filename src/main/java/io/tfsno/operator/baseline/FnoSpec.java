package io.tfsno.operator.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.nn.Constants;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Sizes;
import java.util.function.Consumer;

/**
 * The Fourier neural operator.
 *
 * @param width channels inside
 * @param modes kept wave numbers per sign, of all axes or of each
 * @param layers spectral layers
 * @param head hidden channels of the projection at the end
 * @param padding past walls; null for the default
 * @param lifting hidden channels of a lifting of two layers; null for one layer
 * @param channelMlp hidden channels of an MLP behind every spectral layer; null for none
 * @param stencil true for a map of the differences of neighbouring points in every layer; else null
 * @param product true for a spectral convolution of products of fields in every layer; else null
 * @param flux true for a network that gives fluxes, of which the change is the {@link Divergence};
 *     needs {@code predictDelta}; else null
 */
public record FnoSpec(
    int width,
    AxisModes modes,
    int layers,
    int head,
    Coordinates coords,
    boolean predictDelta,
    @JsonInclude(JsonInclude.Include.NON_NULL) PaddingSpec padding,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer lifting,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer channelMlp,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean stencil,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean product,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean flux)
    implements OperatorSpec {
  public FnoSpec {
    Sizes.requirePositive("width", width);
    Sizes.requirePresent("modes", modes);
    Sizes.requirePositive("layers", layers);
    Sizes.requirePositive("head", head);
    Sizes.requirePresent("coords", coords);
    if (lifting != null) {
      Sizes.requirePositive("lifting", lifting);
    }
    if (channelMlp != null) {
      Sizes.requirePositive("channelMlp", channelMlp);
    }
    // What is off stays unsaid, so that files of plain networks are what they were.
    stencil = Boolean.TRUE.equals(stencil) ? stencil : null;
    product = Boolean.TRUE.equals(product) ? product : null;
    flux = Boolean.TRUE.equals(flux) ? flux : null;
  }

  /** The network as it was published. */
  public FnoSpec(
      int width,
      AxisModes modes,
      int layers,
      int head,
      Coordinates coords,
      boolean predictDelta,
      PaddingSpec padding) {
    this(width, modes, layers, head, coords, predictDelta, padding, null, null, null, null, null);
  }

  /** The same modes along all axes, and the default padding. */
  public FnoSpec(
      int width, int modes, int layers, int head, Coordinates coords, boolean predictDelta) {
    this(width, AxisModes.of(modes), layers, head, coords, predictDelta, null);
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D about as many parameters as in 2D, for
   * 16 points per axis and more.
   */
  public static FnoSpec defaults(int dimension) {
    return switch (dimension) {
      case 1 -> new FnoSpec(64, 16, 4, 128, Coordinates.NONE, false);
      case 2 -> new FnoSpec(28, 12, 4, 128, Coordinates.NONE, false);
      default -> new FnoSpec(16, 6, 4, 128, Coordinates.NONE, false);
    };
  }

  public FnoSpec withWidth(int other) {
    return with(draft -> draft.width = other);
  }

  public FnoSpec withModes(AxisModes other) {
    return with(draft -> draft.modes = other);
  }

  public FnoSpec withPadding(PaddingSpec other) {
    return with(draft -> draft.padding = other);
  }

  public FnoSpec withPredictDelta(boolean on) {
    return with(draft -> draft.predictDelta = on);
  }

  public FnoSpec withCoords(Coordinates other) {
    return with(draft -> draft.coords = other);
  }

  public FnoSpec withLifting(Integer other) {
    return with(draft -> draft.lifting = other);
  }

  public FnoSpec withChannelMlp(Integer other) {
    return with(draft -> draft.channelMlp = other);
  }

  public FnoSpec withStencil(boolean on) {
    return with(draft -> draft.stencil = on);
  }

  public FnoSpec withProduct(boolean on) {
    return with(draft -> draft.product = on);
  }

  public FnoSpec withFlux(boolean on) {
    return with(draft -> draft.flux = on);
  }

  private FnoSpec with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** A copy of which parts can be changed before it is checked. */
  private static final class Draft {
    private final FnoSpec of;
    private int width;
    private AxisModes modes;
    private Coordinates coords;
    private boolean predictDelta;
    private PaddingSpec padding;
    private Integer lifting;
    private Integer channelMlp;
    private Boolean stencil;
    private Boolean product;
    private Boolean flux;

    Draft(FnoSpec of) {
      this.of = of;
      width = of.width;
      modes = of.modes;
      coords = of.coords;
      predictDelta = of.predictDelta;
      padding = of.padding;
      lifting = of.lifting;
      channelMlp = of.channelMlp;
      stencil = of.stencil;
      product = of.product;
      flux = of.flux;
    }

    FnoSpec done() {
      return new FnoSpec(
          width,
          modes,
          of.layers,
          of.head,
          coords,
          predictDelta,
          padding,
          lifting,
          channelMlp,
          stencil,
          product,
          flux);
    }
  }

  boolean hasStencil() {
    return stencil != null;
  }

  boolean hasProduct() {
    return product != null;
  }

  boolean hasFlux() {
    return flux != null;
  }

  /** How many fields the head gives. */
  int outputs(FieldShape shape) {
    return hasFlux() ? Divergence.fluxes(shape) : shape.channels();
  }

  /**
   * Whether there are kernels for it in that many dimensions: for the published network in all, and
   * with a stencil where there are kernels that see neighbours.
   */
  public boolean hasKernels(int dimension) {
    return lifting == null
        && channelMlp == null
        && product == null
        && (stencil == null || FusedLayer.seesNeighbours(dimension));
  }

  @Override
  public String model() {
    return "fno";
  }

  @Override
  public FnoSpec fittedTo(FieldShape shape) {
    return with(
        draft -> {
          draft.modes = modes.within(shape.points(), 0);
          draft.padding = PaddingSpec.on(shape.grid(), padding);
        });
  }

  @Override
  public void check(FieldShape shape) {
    modes.requireOn(shape.grid(), 0);
    if (hasFlux()) {
      Divergence.require("flux", predictDelta, shape);
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Fno(this, shape, new Constants());
  }
}
