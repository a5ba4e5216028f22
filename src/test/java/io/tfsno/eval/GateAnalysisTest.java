package io.tfsno.eval;

import static io.tfsno.eval.GatedModel.CHANNELS;
import static io.tfsno.eval.GatedModel.MODES;
import static io.tfsno.eval.GatedModel.spec;
import static io.tfsno.eval.GatedModel.stir;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.BandCalibrator.Spectrum;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Calibration, stability and gains of models whose weights are known or drawn at random. */
@ExtendWith(PerTestScope.class)
class GateAnalysisTest {
  @TempDir Path folder;
  private Path waves;

  @BeforeEach
  void makeData() {
    waves = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 6, 5, 32);
  }

  private void on(OperatorSpec spec, GatedModel.Work work) {
    GatedModel.on(waves, spec, work);
  }

  private static void set(TrainedModel model, String name, float[] values) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor target = model.operator().parameters().get(name);
      target.copyInPlace(Tensor.of(values, target.shape()));
    }
  }

  /** A gate with no weights and a bias per mode: {@code delta = alpha tanh(bias)}, always. */
  private static double[] fixGate(TrainedModel model, int block) {
    float[] bias = new float[MODES * CHANNELS];
    double[] gain = new double[MODES];
    for (int k = 0; k < MODES; k++) {
      double value = 0.3 * k - 0.7;
      gain[k] = 1 + Math.log(2) * Math.tanh(value);
      for (int c = 0; c < CHANNELS; c++) {
        bias[k * CHANNELS + c] = (float) value;
      }
    }
    set(model, "blocks.%d.gate.metanet.1.bias".formatted(block), bias);
    return gain;
  }

  @Test
  void analyses_ofOneGateAmongStaticBlocks_areOfThatBlock() {
    on(
        spec().withGate(GateSpec.DEFAULT.withBlocks(List.of(2))),
        (model, truth) -> {
          fixGate(model, 1);
          assertThat(
                  new BandCalibrator(model, truth, 0, 0, Spectrum.PHYSICAL)
                      .measure(ProgressListener.NONE))
              .extracting(BandCalibration::block)
              .containsExactly(1);
          assertThat(GainMap.along(model, truth, 0, 2))
              .extracting(GainMap::block)
              .containsExactly(1);
        });
  }

  @Test
  void calibration_ofAKnownGate_givesItsGainsAndTheSpectrumOfTheData() {
    on(
        spec(),
        (model, truth) -> {
          double[] gain = fixGate(model, 1);
          List<BandCalibration> blocks =
              new BandCalibrator(model, truth, 0, 0, Spectrum.PHYSICAL)
                  .measure(ProgressListener.NONE);
          assertThat(blocks).hasSize(3);
          assertThat(blocks.get(0).warning()).contains("the gain is the same");
          BandCalibration known = blocks.get(1);
          for (int k = 0; k < MODES; k++) {
            assertThat(known.bands().get(k).weight()).isCloseTo(gain[k], within(1e-5));
            assertThat(known.bands().get(k).power()).isCloseTo(power(truth, k), within(1e-6));
          }
          assertThat(known.effective()).isEqualTo(3); // the data hold the waves 1 to 3
          assertThat(known.activity().adaptive()).isCloseTo(0, within(1e-4));
          assertThat(known.activity().still()).isPositive();
        });
  }

  /** Mean power of a wave over all states, by the plain sum. */
  private static double power(TrajectorySet truth, int k) {
    double sum = 0;
    float[] values = truth.read(0, 6, 0, 5);
    for (int s = 0; s < 30; s++) {
      double re = 0;
      double im = 0;
      for (int x = 0; x < 32; x++) {
        re += values[s * 32 + x] * Math.cos(2 * Math.PI * k * x / 32) / 32;
        im += values[s * 32 + x] * Math.sin(2 * Math.PI * k * x / 32) / 32;
      }
      sum += (k == 0 ? 1 : 2) * (re * re + im * im) / 30;
    }
    return sum;
  }

  @Test
  void hiddenSpectrum_isThatOfTheBlocksOwnInput() {
    on(
        spec(),
        (model, truth) -> {
          fixGate(model, 0);
          BandCalibration hidden =
              new BandCalibrator(model, truth, 2, 3, Spectrum.HIDDEN)
                  .measure(ProgressListener.NONE)
                  .get(0);
          Tensor z = ((TfSno) model.operator()).inputs(truth.fields(0, 2, 0)).get(0);
          assertThat(z.size(1)).isEqualTo(CHANNELS);
          // Beyond wave 3 the state holds nothing, but a lifted field does.
          assertThat(hidden.bands().get(4).power()).isGreaterThan(1e-9);
        });
  }

  @Test
  void calibration_withoutAGate_isRefused() {
    OperatorSpec fno = new FnoSpec(4, 4, 2, 8, Coordinates.NONE, false);
    on(fno, (model, truth) -> assertRefused(model, truth, "found a model 'fno'"));
    GateSpec none = GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE);
    on(
        spec().withGate(none),
        (model, truth) ->
            assertRefused(model, truth, "expected a model with a gate, found a model 'tfsno'"));
  }

  private static void assertRefused(TrainedModel model, TrajectorySet truth, String message) {
    assertThatThrownBy(() -> new BandCalibrator(model, truth, 0, 0, Spectrum.PHYSICAL))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void gains_ofAKnownGate_areThoseOfTheGateTimesTheWeights() {
    on(
        spec(),
        (model, truth) -> {
          double[] gain = fixGate(model, 0);
          // Phi_0 of wave k maps channel 0 to channel 1 by k + 1.
          float[] phi = new float[MODES * CHANNELS * 2 * CHANNELS];
          for (int k = 0; k < MODES; k++) {
            phi[(k * CHANNELS + 1) * 2 * CHANNELS] = k + 1;
          }
          set(model, "blocks.0.spectral.weight", phi);
          // W adds 0.5 to the same entry, which every wave passes.
          float[] w = new float[CHANNELS * CHANNELS];
          w[CHANNELS] = 0.5f;
          set(model, "blocks.0.pointwise.weight", w);
          GainMap map = GainMap.along(model, truth, 0, 4).get(0);
          assertThat(map.gain()).hasDimensions(5, MODES);
          for (int step = 0; step <= 4; step++) {
            for (int k = 0; k < MODES; k++) {
              assertThat(map.gain()[step][k]).isCloseTo(gain[k], within(1e-5));
              assertThat(map.norm()[step][k]).isCloseTo(gain[k] * (k + 1) + 0.5, within(1e-4));
            }
          }
          assertThat(map.power()[0][1]).isPositive();
        });
  }

  @Test
  void gains_inThePlane_standOnTheirShells() {
    FieldShape plane = new FieldShape(2, 16, 1, 1);
    Path file = folder.resolve("plane.h5");
    SyntheticSets.write(
        file, SyntheticSets.flat(1, 3, 1, 2, 16), (b, t, c, cell) -> Math.sin(cell * 0.1));
    TfSnoSpec spec = GatedModel.spec(List.of(CHANNELS), List.of(4));
    try (TrainedModel model = TinyRuns.untrained(spec, plane);
        TrajectoryFile data = TrajectoryFile.open(file)) {
      // Stored [k2, k1, out, re/im, in] with k1 = 0..3, -4..-1: only (k1, k2) = (-1, 0) acts, and
      // of a
      // real field the wave (1, 0) is its conjugate: half of the weight is on each.
      float[] phi = new float[4 * 8 * CHANNELS * 2 * CHANNELS];
      phi[7 * CHANNELS * 2 * CHANNELS] = 3;
      set(model, "blocks.0.spectral.weight", phi);
      set(model, "blocks.0.pointwise.weight", new float[CHANNELS * CHANNELS]);
      GainMap map = GainMap.along(model, data.setOrFirst("test"), 0, 1).get(0);
      assertThat(map.norm()[0]).containsExactly(new double[] {0, 1.5, 0, 0}, within(1e-5));
      assertThat(map.gain()[1]).containsExactly(new double[] {1, 1, 1, 1}, within(1e-6));
    }
  }

  private static StabilityReport analyse(TrainedModel model, TrajectorySet truth) {
    return new StabilityAnalysis(model, truth, 3, 4, 2).analyse(ProgressListener.NONE);
  }

  @Test
  void stability_ofLocalTerms_isMeasuredButHasNoBound() {
    on(
        GatedModel.spec().withLocal(new LocalSpec(true, true, true, false)),
        (model, truth) -> {
          stir(model, 0.05);
          StabilityReport report = analyse(model, truth);
          assertThat(report.blocks()).isEmpty();
          assertThat(report.step().bound()).isNaN();
          assertThat(report.step().largestWorst()).isPositive();
        });
  }

  @Test
  void stability_measuredNeverExceedsTheBound() {
    for (GateSpec.Kind kind : GateSpec.Kind.values()) {
      on(
          spec().withGate(GateSpec.DEFAULT.withKind(kind).withStandardise(true).withBands(3)),
          (model, truth) -> {
            stir(model, 0.1);
            StabilityReport r = analyse(model, truth);
            assertThat(r.blocks()).hasSize(3);
            assertThat(r.examined()).containsExactly(0, 2);
            for (StabilityReport.Block b : r.blocks()) {
              assertThat(b.measured()).isPositive().isLessThanOrEqualTo(b.worst());
              assertThat(b.worst()).isLessThan(b.bound());
              assertThat(b.constants().alpha() > 0).isEqualTo(kind != GateSpec.Kind.NONE);
              assertThat(b.constants().radius()).isPositive();
            }
            assertThat(r.step().largestMeasured()).isPositive();
            assertThat(r.step().largestWorst())
                .isGreaterThanOrEqualTo(r.step().largestMeasured())
                .isLessThan(r.step().bound());
            assertThat(r.step().growth()).hasSize(4);
          });
    }
  }

  @Test
  void stability_ofAContraction_staysBelowItsTarget() {
    double target = 0.9;
    ContractionSpec bounds = new ContractionSpec(0.3, 0.35, 2, target);
    on(
        spec().withContraction(bounds),
        (model, truth) -> {
          stir(model, 0.1);
          Tensor states = truth.fields(0, 6, 0);
          model.operator().calibrate(states, Conditions.NONE, 1);
          for (StabilityReport.Block b : analyse(model, truth).blocks()) {
            BlockConstants k = b.constants();
            assertThat(k.spectral()).isLessThan(0.3001);
            assertThat(k.pointwise()).isLessThan(0.3501);
            assertThat(b.worst()).isLessThan(target);
            // The rollout leaves the states that set the gains, but not by much.
            assertThat(b.bound()).isLessThan(1.1 * target);
          }
        });
  }

  @Test
  void stability_ofAnotherModel_isMeasuredWithoutABound() {
    on(
        new FnoSpec(4, 4, 2, 8, Coordinates.NONE, true),
        (model, truth) -> {
          StabilityReport r = analyse(model, truth);
          assertThat(r.blocks()).isEmpty();
          assertThat(r.step().bound()).isNaN();
          // Its head starts at zero: the state is copied, and changes neither grow nor shrink.
          assertThat(r.step().largestWorst()).isCloseTo(1, within(1e-3));
          for (double growth : r.step().growth()) {
            assertThat(growth).isCloseTo(1, within(1e-3));
          }
        });
  }
}
