// Random states for models whose data are of no benchmark: a few waves about each field's mean.

const WAVES = 6;

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function stream(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One entry of waves for each field, as the service takes them.
 *
 * @param rms size of the waves, in deviations of the field
 */
export function randomWaves(model, seed, modes, rms) {
  const next = stream(seed);
  const whole = (most) => Math.round((2 * next() - 1) * most);
  return model.fields.map((_, c) => ({
    mean: model.mean[c],
    waves: Array.from({ length: WAVES }, () => ({
      amplitude: rms * model.deviation[c] * Math.sqrt(2 / WAVES),
      wavenumber: model.axes.map((a) => whole(Math.min(modes, a.points / 2 - 1))),
      phase: 2 * Math.PI * next(),
    })),
  }));
}
