package io.tfsno.nn.cuda;

import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.Head;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.LinesBack;
import io.tfsno.nn.fused.Local;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.nn.fused.Parts;
import io.tfsno.nn.fused.Resize;
import java.util.HashMap;
import java.util.Map;

/** Parts in hand-written kernels. Their compilation begins when they are made. */
public final class KernelParts implements Parts {
  private final Constants constants;
  private final Execution execution;
  private final Map<LineGrid, FusedSpectrum> spectra = new HashMap<>();

  public KernelParts(Constants constants, Execution execution) {
    this.constants = constants;
    this.execution = execution;
  }

  public FusedSpectrum spectrum(LineGrid grid) {
    return spectra.computeIfAbsent(
        grid, g -> new FusedSpectrum(g.modes(), g.points(), constants, execution));
  }

  @Override
  public Layer layer(LineGrid grid, Linear map, Local local, Joint... joints) {
    return new FusedLayer(spectrum(grid), map, local, joints);
  }

  @Override
  public LinesBack linesBack(LineGrid grid, int channels) {
    return new FusedLinesBack(spectrum(grid), channels, false, false);
  }

  @Override
  public LinesBack slope(LineGrid grid, int channels, boolean gained) {
    return new FusedLinesBack(spectrum(grid), channels, true, gained);
  }

  @Override
  public ModeProduct product(LineGrid grid, SpectralConv spectral) {
    return new FusedProduct(spectrum(grid), spectral);
  }

  @Override
  public Resize resize(FourierResize plain, int from, int to) {
    return new FusedResize(plain, from, to, execution.path());
  }

  @Override
  public Head head(Linear first, Linear second) {
    return new FusedHead(first, second, execution.path());
  }
}
