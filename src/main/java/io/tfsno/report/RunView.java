package io.tfsno.report;

import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.GainMap;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a report shows of one run, as plain numbers.
 *
 * @param name the run's name
 * @param equation its name and formula; empty where nobody knows
 * @param data name of the file that it was scored on
 * @param inputs what the model is given in addition to the state
 * @param curve its training curve
 * @param sample one test trajectory with its prediction
 * @param extremes predictions at the ends of the range of what differs between trajectories; null
 *     where nothing does
 * @param gains what each gated block does to each wave number at each step; empty without gates
 * @param calibration whether gates follow the energy; empty without gates
 * @param memory what it remembers of trajectories; null for a model without a context
 * @param provenance where it comes from
 */
record RunView(
    String name,
    String equation,
    String data,
    Inputs inputs,
    Evaluation evaluation,
    Curve curve,
    Sample sample,
    Extremes extremes,
    List<GainMap> gains,
    List<BandCalibration> calibration,
    Remembered memory,
    Map<String, Object> provenance) {

  /** What the model is given, in a few words. */
  String given() {
    return InputsText.of(inputs);
  }

  /** Names of what the model need not find out: parameters, known fields, the time. */
  Set<String> told() {
    Set<String> names = new TreeSet<>();
    inputs.parameters().stream().map(Channel::name).forEach(names::add);
    inputs.fields().stream().map(Channel::name).forEach(names::add);
    if (inputs.time() != null && !inputs.time().elapsed()) {
      names.add("the time");
    }
    return names;
  }

  /** Training loss per epoch, and the validation error where there was one. */
  record Curve(double[] epoch, double[] loss, double[] validationEpoch, double[] validation) {}
}
