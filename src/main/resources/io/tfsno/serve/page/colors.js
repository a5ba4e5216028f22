// Colour maps as tables of 256 colours, and the page's own colours for drawing on a canvas.

const STATE = ['#123a73', '#3b76b5', '#a5cbe3', '#f4f2ed', '#f2b58b', '#cf5a34', '#7d1a1f'];
const ERROR = ['#3f1d6b', '#7c5bab', '#c9b8de', '#f5f4f1', '#b9dcb4', '#4f9a5c', '#12522f'];

function channels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

function table(stops) {
  const out = new Uint8ClampedArray(256 * 3);
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(place));
    const from = channels(stops[low]);
    const to = channels(stops[low + 1]);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = from[c] + (to[c] - from[c]) * (place - low);
  }
  return out;
}

/** Blue, nearly white at zero, red: for states. Violet to green: for errors and for gates. */
export const maps = { state: table(STATE), error: table(ERROR) };

/** Writes the colour of a value between -most and most into an array of RGBA. */
export function put(pixels, at, value, most, map) {
  if (!Number.isFinite(value)) {
    pixels.set([128, 128, 128, 255], at);
    return;
  }
  const i = Math.max(0, Math.min(255, Math.round(127.5 + (127.5 * value) / most))) * 3;
  pixels[at] = map[i];
  pixels[at + 1] = map[i + 1];
  pixels[at + 2] = map[i + 2];
  pixels[at + 3] = 255;
}

const LIGHT = {
  card: '#ffffff', ink: '#1f2530', soft: '#5b6470', line: '#d9d8d3', grid: '#e9e8e4',
  a: '#d0612b', b: '#2e8b6f', r: '#2d3a52', accent: '#2f5d8c',
};

/** The colours that the page has now, light or dark. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.keys(LIGHT).map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** Colours of figures that leave the page. */
export const paper = LIGHT;
