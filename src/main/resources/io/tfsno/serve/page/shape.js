// Which part of a state is looked at: one field, and in 3D one slice of it.

const product = (numbers) => numbers.reduce((p, n) => p * n, 1);

export const cellsOf = (axes) => product(axes.map((a) => a.points));

/** One field of a state. */
export function field(values, axes, channel) {
  const cells = cellsOf(axes);
  return values.subarray(channel * cells, (channel + 1) * cells);
}

/** A 3D field at one place of its last axis; a field of fewer dimensions as it is. */
export function sliced(values, axes, place) {
  if (axes.length < 3) return values;
  const depth = axes[2].points;
  return Float32Array.from({ length: values.length / depth }, (_, i) => values[i * depth + place]);
}

export const middle = (axes) => (axes.length < 3 ? 0 : axes[2].points >> 1);

/** Where a slice lies, in words; empty where there is none. */
export function sliceText(axes, place) {
  if (axes.length < 3) return '';
  const z = axes[2];
  return `${z.name} = ${Number(((place * z.length) / z.points).toPrecision(3))}`;
}

/** Height over width of a picture of the first two axes. */
export const aspect = (axes) => (axes.length < 2 ? 1 : axes[1].length / axes[0].length);

const NO_MARGIN = { left: 0, right: 0, top: 0, bottom: 0 };

/** The largest box in a width and a height whose inside has a shape, with a margin around it. */
export function fit(width, ratio, height, margin = NO_MARGIN) {
  const across = margin.left + margin.right;
  const down = margin.top + margin.bottom;
  const w = Math.min(width - across, (height - down) / ratio);
  return { w: w + across, h: w * ratio + down };
}

/** The height of a panel that is not a picture, in a width. */
export const heightOf = ({ height }, width) => (typeof height === 'function' ? height(width) : height);

/** The number that a field is shown about: its mean, where the data say one. */
export const centre = (model, channel) => (model.benchmark ? 0 : model.mean[channel]);

export const label = ({ name, unit }) => (unit ? `${name} (${unit})` : name);
