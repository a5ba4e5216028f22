package io.tfsno.nn.fused;

import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/** A grid, and the modes that layers use on it. */
public record LineGrid(Modes modes, Points points) {}
