// States as pictures.

import { maps, put } from './colors.js';

function blank(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function filled(width, height, at, most, map) {
  const canvas = blank(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = at(x, y);
      if (value !== undefined) put(image.data, (y * width + x) * 4, value, most, map);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** All states of a 1D trajectory, one row per step, the start above. */
export function spaceTime(states, steps, most, map = maps.state) {
  const n = states[0].length;
  return filled(n, steps + 1, (x, y) => states[y] && states[y][x], most, map);
}

/** One 2D field of n rows: x to the right, y upward. It is stored with y fastest. */
export function plane(state, rows, most, map = maps.state) {
  return filled(state.length / rows, rows, (x, y) => state[x * rows + (rows - 1 - y)], most, map);
}

/** What is shown of a field: how far it is from its centre. */
export function about(values, centre) {
  return centre ? values.map((v) => v - centre) : values;
}

/** Rows of numbers about zero as coloured cells. */
export function cells(rows, columns, most) {
  return filled(columns, rows.length, (x, y) => rows[y][x], most, maps.error);
}

/** The map itself, for a legend. */
export function bar(map) {
  return filled(256, 1, (x) => (x - 127.5) / 127.5, 1, map);
}

export function difference(a, b) {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i] - b[i];
  return out;
}

export function largest(values) {
  let most = 0;
  for (const v of values) {
    const size = Math.abs(v);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/** ||a - b|| / ||b||. */
export function relativeError(a, b) {
  let above = 0;
  let below = 0;
  for (let i = 0; i < a.length; i++) {
    above += (a[i] - b[i]) ** 2;
    below += b[i] ** 2;
  }
  return Math.sqrt(above / (below || 1e-30));
}
