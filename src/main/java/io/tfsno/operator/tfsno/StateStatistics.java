package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.tfsno.cuda.GateParts;
import java.util.ArrayList;
import java.util.List;

/** The eight statistics of {@link Statistic}, or some of them. */
final class StateStatistics implements Features {
  private final SpectrumStatistics spectrum;
  private final List<Statistic> chosen;
  private final boolean looksAtModes;
  private final boolean looksAtValues;

  StateStatistics(SpectrumStatistics spectrum, List<Statistic> chosen) {
    this.spectrum = spectrum;
    this.chosen = chosen;
    looksAtModes = chosen.stream().anyMatch(Statistic.ofSpectrum()::contains);
    looksAtValues = chosen.stream().anyMatch(Statistic.ofValues()::contains);
  }

  @Override
  public int size() {
    return chosen.size();
  }

  @Override
  public List<Statistic> basic() {
    return chosen;
  }

  @Override
  public GateParts.Source others() {
    return null;
  }

  @Override
  public Tensor of(Tensor z, Tensor x) {
    int points = Math.toIntExact(z.size(-1));
    return Tensor.cat(0, list(z, looksAtModes ? spectrum.distribution(x, points) : null));
  }

  /** The chosen statistics, {@code [1, sample]} each; the distribution is only used if needed. */
  Tensor[] list(Tensor z, SpectrumStatistics.Distribution distribution) {
    int points = Math.toIntExact(z.size(-1));
    List<Tensor> features = new ArrayList<>();
    if (looksAtModes) {
      pick(features, spectrum.of(distribution, points), Statistic.ofSpectrum());
    }
    if (looksAtValues) {
      pick(features, ValueStatistics.of(z), Statistic.ofValues());
    }
    return features.toArray(Tensor[]::new);
  }

  private void pick(List<Tensor> features, Tensor[] computed, List<Statistic> names) {
    for (int i = 0; i < computed.length; i++) {
      if (chosen.contains(names.get(i))) {
        features.add(computed[i]);
      }
    }
  }
}
