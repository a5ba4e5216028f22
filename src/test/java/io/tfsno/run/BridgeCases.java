package io.tfsno.run;

import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.context.CodeSpec;
import io.tfsno.operator.context.ContextFeature;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.context.ContextSpec.Use;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.GateSpec.Controller;
import io.tfsno.operator.tfsno.GateSpec.Kind;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Models that differ in all that one may be told, for the Python bridge. */
final class BridgeCases {
  private static final GateSpec GATE = GateSpec.DEFAULT;
  private static final TfSnoSpec SMALL =
      new TfSnoSpec(
          List.of(4, 5),
          List.of(4, 3),
          true,
          GATE,
          null,
          SpectralInit.NORMAL,
          Coordinates.NONE,
          false);
  static final FnoSpec FNO = new FnoSpec(4, 4, 3, 6, Coordinates.NONE, false);

  private static final FieldShape LINE = box(Boundary.PERIODIC, 1, 32);
  private static final FieldShape RECTANGLE = box(Boundary.PERIODIC, 2, 20, 14);
  private static final FieldShape CUBE = box(Boundary.PERIODIC, 1, 12, 10, 14);
  private static final FieldShape WALLS = box(Boundary.WALL, 2, 18, 15);
  private static final FieldShape CHANNEL =
      new FieldShape(
          Grid.of(Points.of(16, 24), new double[] {1, 2}, Boundary.PERIODIC, Boundary.WALL),
          Channel.unnamed(1));
  private static final Points FINER = Points.of(31, 20);
  private static final TimeSpec ELAPSED = new TimeSpec(2, 1.5, true, true);
  private static final List<Channel> KNOWN_FIELDS = Channel.named(List.of("kappa", "force"));
  private static final List<Channel> NUMBERS = Channel.named(List.of("nu"));

  /** A model, and the points that it predicts on. */
  record Case(OperatorSpec spec, FieldShape shape, Points on) {
    Case(OperatorSpec spec, FieldShape shape) {
      this(spec, shape, shape.points());
    }
  }

  private BridgeCases() {}

  /** All, by their names. */
  static Map<String, Case> all() {
    Map<String, Case> all = new LinkedHashMap<>();
    all.put("fno-rectangle", new Case(FNO.withModes(AxisModes.of(3, 5)), RECTANGLE));
    all.put("fno-cube-delta", new Case(FNO.withPredictDelta(true), CUBE));
    all.put("fno-walls", new Case(FNO.withCoords(Coordinates.LINEAR), WALLS));
    all.put(
        "fno-zeros",
        new Case(FNO.withPadding(new PaddingSpec(PaddingSpec.Kind.ZERO, 0.3)), CHANNEL));
    all.put("fno-mlp", new Case(FNO.withLifting(7).withChannelMlp(3), RECTANGLE));
    all.put("fno-coarser", new Case(FNO, LINE, Points.of(6)));
    all.put("tfsno-cube", new Case(SMALL, CUBE));
    all.put("tfsno-walls", new Case(SMALL.withCoords(Coordinates.PERIODIC), WALLS));
    all.put("tfsno-finer", new Case(SMALL, RECTANGLE, FINER));
    all.put("tfsno-coarser", new Case(SMALL, LINE, Points.of(7)));
    List<String> some = List.of("SPREAD", "CREST", "BAND_RATIO");
    all.put("tfsno-some", new Case(gated(GATE.withFeatures(some).withStandardise(true)), CHANNEL));
    all.put("tfsno-band", new Case(gated(GATE.withKind(Kind.BAND).withBands(3)), RECTANGLE));
    all.put("tfsno-band-coarser", new Case(gated(GATE.withKind(Kind.BAND)), LINE, Points.of(7)));
    all.put("tfsno-scalar", new Case(gated(GATE.withKind(Kind.SCALAR)), CUBE));
    all.put("tfsno-none", new Case(gated(GATE.withKind(Kind.NONE)), RECTANGLE));
    all.put("tfsno-learned", new Case(gated(GATE.withController(Controller.LEARNED)), CUBE));
    all.put("tfsno-directions", new Case(gated(GATE.withController(Controller.DIRECTIONAL)), CUBE));
    Inputs inputs = new Inputs(3, KNOWN_FIELDS, NUMBERS, new TimeSpec(2, 3.5, true));
    all.put("fno-conditions", new Case(FNO, RECTANGLE.with(inputs)));
    GateSpec told =
        GATE.withStandardise(true).withConditions(true).withTime(new TimeSpec(1, 2, false));
    all.put("tfsno-conditions", new Case(gated(told), CHANNEL.with(inputs)));
    all.put("tfsno-history", new Case(SMALL, LINE.with(Inputs.ofHistory(2))));
    all.putAll(localCases());
    all.putAll(guardedCases());
    all.putAll(contextCases());
    all.put("tfsno-contraction", new Case(SMALL.withContraction(ContractionSpec.SUGGESTED), CUBE));
    return all;
  }

  private static Map<String, Case> localCases() {
    Map<String, Case> all = new LinkedHashMap<>();
    FnoSpec stencil = FNO.withStencil(true);
    all.put("fno-stencil-walls", new Case(stencil, WALLS));
    all.put("fno-stencil-finer", new Case(stencil, RECTANGLE, FINER));
    all.put("fno-product", new Case(FNO.withProduct(true), CUBE));
    all.put("fno-local-mlp", new Case(stencil.withProduct(true).withChannelMlp(3), RECTANGLE));
    FnoSpec flux = stencil.withFlux(true).withPredictDelta(true);
    all.put("fno-flux", new Case(flux, RECTANGLE));
    all.put("fno-flux-finer", new Case(flux, RECTANGLE, FINER));
    TfSnoSpec everyTerm = SMALL.withLocal(new LocalSpec(true, true, true, true));
    all.put("tfsno-local", new Case(everyTerm, RECTANGLE));
    all.put("tfsno-local-cube", new Case(everyTerm, CUBE));
    all.put("tfsno-local-walls", new Case(everyTerm, WALLS));
    all.put("tfsno-local-finer", new Case(everyTerm, RECTANGLE, FINER));
    all.put("tfsno-local-coarser", new Case(everyTerm, LINE, Points.of(7)));
    TfSnoSpec wideAndMixed = SMALL.withLocal(everyTerm.local().withWide(true).withMix(true));
    all.put("tfsno-local-wide", new Case(wideAndMixed, RECTANGLE));
    all.put("tfsno-local-wide-finer", new Case(wideAndMixed, RECTANGLE, FINER));
    TfSnoSpec flowing =
        SMALL.withLocal(everyTerm.local().withFrom(2).withFlux(true)).withPredictDelta(true);
    all.put("tfsno-flux", new Case(flowing, RECTANGLE));
    all.put("tfsno-flux-finer", new Case(flowing, RECTANGLE, FINER));
    TfSnoSpec shortWaves = SMALL.withLocal(LocalSpec.NONE.withStencil(true).withFrom(2));
    all.put("tfsno-from", new Case(shortWaves, LINE));
    all.put("tfsno-from-cube", new Case(shortWaves, CUBE));
    all.put("tfsno-depth", new Case(inRow(new LocalSpec(true, true, false, false), 2), RECTANGLE));
    return all;
  }

  private static Map<String, Case> guardedCases() {
    Map<String, Case> all = new LinkedHashMap<>();
    Inputs guarded = Inputs.guarded(1.2);
    all.put("fno-guard", new Case(FNO, RECTANGLE.with(guarded)));
    all.put("fno-guard-coarser", new Case(FNO, RECTANGLE.with(guarded), Points.of(10, 8)));
    all.put("fno-guard-odd", new Case(FNO, box(Boundary.PERIODIC, 1, 15, 13).with(guarded)));
    all.put("tfsno-guard-finer", new Case(SMALL, LINE.with(guarded), Points.of(51)));
    all.put("tfsno-guard-cube", new Case(SMALL, CUBE.with(guarded)));
    String second = RECTANGLE.fields().get(1).name();
    all.put("fno-means", new Case(FNO, RECTANGLE.with(Inputs.conserving(second))));
    Inputs both =
        new Inputs(2, List.of(), List.of(), null, null, 1.2, List.of("u"), false, List.of());
    all.put("tfsno-guard-means", new Case(SMALL.withPredictDelta(true), CUBE.with(both)));
    all.put("tfsno-elapsed", new Case(gated(GATE.withTime(ELAPSED)), LINE.with(both)));
    String first = RECTANGLE.fields().get(0).name();
    Inputs mirrored =
        new Inputs(2, KNOWN_FIELDS, NUMBERS, null)
            .symmetric("x -> -x, %s -> -%s".formatted(first, first), "y -> -y");
    all.put("fno-symmetry", new Case(FNO, RECTANGLE.with(mirrored)));
    all.put("tfsno-symmetry", new Case(SMALL, LINE.with(Inputs.NONE.symmetric("x -> -x"))));
    Inputs timed = new Inputs(1, List.of(), List.of(), ELAPSED);
    all.put("fno-elapsed", new Case(FNO, RECTANGLE.with(timed)));
    return all;
  }

  private static Map<String, Case> contextCases() {
    Map<String, Case> all = new LinkedHashMap<>();
    ContextSpec usual = ContextSpec.defaults().withStates(4);
    Inputs toGate = Inputs.ofContext(usual);
    all.put("tfsno-context", new Case(gated(GATE.withStandardise(true)), LINE.with(toGate)));
    all.put("tfsno-context-finer", new Case(SMALL, RECTANGLE.with(toGate), FINER));
    all.put("tfsno-blind", new Case(gated(GATE.withFeatures(List.of())), LINE.with(toGate)));
    all.put("tfsno-context-cube", new Case(SMALL, CUBE.with(toGate)));
    Inputs toChannels = Inputs.ofContext(usual.to(Use.CHANNELS));
    all.put(
        "fno-context-walls",
        new Case(
            FNO.withCoords(Coordinates.LINEAR), box(Boundary.WALL, 2, 18, 16).with(toChannels)));
    ContextSpec law =
        ContextSpec.defaults().withStates(5).withFeatures(ContextFeature.LAW, ContextFeature.TREND);
    all.put("fno-law", new Case(FNO, LINE.with(Inputs.ofContext(law.to(Use.CHANNELS)))));
    all.put("tfsno-law", new Case(SMALL, CUBE.with(Inputs.ofContext(law.to(Use.BOTH)))));
    Inputs limited = Inputs.ofContext(law.to(Use.BOTH).withLimit(0.5));
    all.put("tfsno-law-limited", new Case(SMALL, LINE.with(limited)));
    ContextSpec pair = law.withStates(2).withFeatures(ContextFeature.LAW);
    all.put("tfsno-law-pair", new Case(SMALL, RECTANGLE.with(Inputs.ofContext(pair))));
    ContextSpec shifting = usual.withPhase(true);
    all.put(
        "tfsno-phase-learnt",
        new Case(
            SMALL,
            CUBE.with(Inputs.ofContext(shifting.withLearnt(new CodeSpec(List.of(6, 5), 3))))));
    Inputs phaseAlone = Inputs.ofContext(shifting.withStates(1).to(Use.NONE));
    all.put(
        "tfsno-phase",
        new Case(gated(GATE.withKind(Kind.NONE)), LINE.with(phaseAlone), Points.of(7)));
    Inputs rest =
        new Inputs(
            2,
            KNOWN_FIELDS,
            NUMBERS,
            null,
            usual.withLearnt(new CodeSpec(List.of(), 4)).to(Use.BOTH),
            1.2,
            List.of("u"),
            true,
            List.of());
    all.put(
        "tfsno-context-all",
        new Case(gated(GATE.withConditions(true).withTime(ELAPSED)), RECTANGLE.with(rest)));
    Inputs told = new Inputs(1, KNOWN_FIELDS, NUMBERS, null);
    all.put(
        "fno-drift", new Case(FNO, CUBE.with(Inputs.ofContext(law.to(Use.CHANNELS)).drifting())));
    all.put("tfsno-drift-told", new Case(SMALL, LINE.with(told.drifting()), Points.of(51)));
    all.put("fno-context-none", new Case(FNO, LINE.with(Inputs.ofContext(usual.to(Use.NONE)))));
    return all;
  }

  private static TfSnoSpec inRow(LocalSpec local, int depth) {
    return new TfSnoSpec(
        List.of(4),
        AxisModes.levels(List.of(4)),
        false,
        GATE,
        null,
        SpectralInit.NORMAL,
        Coordinates.NONE,
        true,
        null,
        local,
        depth);
  }

  private static TfSnoSpec gated(GateSpec gate) {
    return SMALL.withGate(gate);
  }

  static FieldShape box(Boundary boundary, int channels, int... points) {
    return new FieldShape(
        Grid.of(Points.of(points), new double[] {1.5}, boundary), Channel.unnamed(channels));
  }
}
