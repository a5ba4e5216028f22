// The small picture of the initial state, which can also be drawn on.

import { CanvasPainter } from './charts.js';
import { theme } from './colors.js';
import { about, largest, plane } from './fields.js';
import { aspect } from './shape.js';

const LINE = 128;
const PLANE = 32;

/** What was drawn: whole numbers from -127 to 127 on a coarse grid, so that a link can hold them. */
export class Sketch {
  constructor(onDrawn) {
    this.onDrawn = onDrawn;
    this.canvas = document.getElementById('sketch');
    this.dimension = 1;
    this.drawing = null;
    this.values = null;
    this.enabled = false;
    this.canvas.addEventListener('pointerdown', (e) => this.begin(e));
    this.canvas.addEventListener('pointermove', (e) => this.move(e));
    this.canvas.addEventListener('pointerup', () => this.end());
    this.canvas.addEventListener('pointercancel', () => this.end());
    this.canvas.addEventListener('keydown', (e) => this.key(e));
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  static size(dimension) {
    return dimension === 1 ? LINE : PLANE * PLANE;
  }

  /** In 3D the picture is that of a slice. */
  setAxes(axes) {
    const dimension = Math.min(2, axes.length);
    if (dimension !== this.dimension) this.drawing = null;
    this.dimension = dimension;
    this.axes = axes;
    this.values = null;
    this.canvas.classList.toggle('plane', dimension === 2);
    this.canvas.style.aspectRatio = dimension === 2 ? String(1 / aspect(axes)) : '';
  }

  enable(on) {
    this.enabled = on;
    this.canvas.classList.toggle('drawable', on);
    if (on && !this.drawing) this.clear();
  }

  clear() {
    this.drawing = new Int8Array(Sketch.size(this.dimension));
    this.paint();
  }

  /** Shows a state that was not drawn. */
  show(values, centre) {
    this.values = values && about(values, centre);
    this.paint();
  }

  /** Shows a state over what was drawn, until somebody draws again; null for none. */
  cover(values) {
    this.covered = values;
    this.paint();
  }

  get isEmpty() {
    return !this.drawing || this.drawing.every((v) => v === 0);
  }

  /** The drawn field, smoothed, about a number and with the given largest size. */
  state(middle, most) {
    const smooth = this.dimension === 1 ? blurred(this.drawing, LINE, 2, this.wraps[0]) : this.onPoints();
    return Array.from(smooth, (v) => Number((middle + (v / 127) * most).toPrecision(7)));
  }

  /** The service takes a coarser square for a square; other grids get their own points. */
  onPoints() {
    const [nx, ny] = this.axes.map((a) => a.points);
    return nx === ny ? this.drawing : stretched(this.drawing, nx, ny, this.wraps);
  }

  /** Whether what leaves at one end of an axis comes in at the other. */
  get wraps() {
    return this.axes.map((a) => a.boundary === 'periodic');
  }

  begin(event) {
    if (!this.enabled) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.covered = null;
    this.last = null;
    this.down = event.shiftKey || event.button === 2 ? -1 : 1;
    this.move(event);
  }

  move(event) {
    if (!this.enabled || !this.canvas.hasPointerCapture(event.pointerId)) return;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    if (this.dimension === 1) this.stroke(x, 1 - 2 * y);
    else this.dab(x, 1 - y, 18 * this.down);
    this.paint();
  }

  end() {
    if (this.enabled && this.drawing) this.onDrawn();
  }

  /** Without a mouse: arrows move a point, plus and minus raise and lower the state there. */
  key(event) {
    if (!this.enabled) return;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const n = this.dimension === 1 ? LINE : PLANE;
    if (event.key in moves || event.key === '+' || event.key === '-') this.point = this.point || [n / 2, n / 2];
    if (event.key in moves) {
      const far = this.dimension === 1 ? 4 : 1;
      this.point = this.point.map((p, i) => (p + moves[event.key][i] * far + n) % n);
    } else if (event.key === '+' || event.key === '-') {
      this.dab((this.point[0] + 0.5) / n, (this.point[1] + 0.5) / n, event.key === '+' ? 24 : -24);
      this.onDrawn();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.paint();
  }

  /** The curve follows the pointer, also where it was too fast to be seen. */
  stroke(x, height) {
    const at = Math.max(0, Math.min(LINE - 1, Math.floor(x * LINE)));
    const value = Math.max(-127, Math.min(127, Math.round(height * 127)));
    const from = this.last || [at, value];
    const count = Math.max(1, Math.abs(at - from[0]));
    for (let i = 0; i <= count; i++) {
      this.drawing[Math.round(from[0] + ((at - from[0]) * i) / count)] = from[1] + ((value - from[1]) * i) / count;
    }
    this.last = [at, value];
  }

  /** A soft spot, across the edges too where the box is periodic. */
  dab(x, y, strength) {
    const n = this.dimension === 1 ? LINE : PLANE;
    const width = this.dimension === 1 ? 6 : 2.2;
    const [acrossX, acrossY] = this.wraps;
    const near = (i, p, across) => { const d = Math.abs(i + 0.5 - p * n); return across ? Math.min(d, n - d) : d; };
    for (let i = 0; i < this.drawing.length; i++) {
      const far2 = this.dimension === 1
        ? near(i, x, acrossX) ** 2 : near(Math.floor(i / n), x, acrossX) ** 2 + near(i % n, y, acrossY) ** 2;
      const add = strength * Math.exp(-far2 / (2 * width * width));
      this.drawing[i] = Math.max(-127, Math.min(127, Math.round(this.drawing[i] + add)));
    }
  }

  paint() {
    const ratio = window.devicePixelRatio || 1;
    const w = this.canvas.clientWidth;
    const h = this.canvas.clientHeight;
    if (!w || !h) return;
    this.canvas.width = w * ratio;
    this.canvas.height = h * ratio;
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    const painter = new CanvasPainter(context);
    const colors = theme();
    const drawn = this.enabled && !this.covered;
    const values = drawn ? this.drawing : this.covered || this.values;
    if (!values) return;
    const most = drawn ? 127 : largest(values) * 1.1 || 1;
    if (this.dimension === 2) {
      painter.image(plane(values, drawn ? PLANE : this.axes[1].points, most), 0, 0, w, h, true);
    } else {
      painter.line([[0, h / 2], [w, h / 2]], colors.grid, 1);
      const y = (v) => h / 2 - (v / most) * (h / 2 - 4);
      painter.line(Array.from(values, (v, i) => [(i / (values.length - 1)) * w, y(v)]), colors.accent, 2);
    }
    if (this.enabled && this.point) this.cross(painter, w, h, colors);
  }

  cross(painter, w, h, colors) {
    const n = this.dimension === 1 ? LINE : PLANE;
    const x = ((this.point[0] + 0.5) / n) * w;
    painter.line([[x, 0], [x, h]], colors.soft, 1, [2, 3]);
    if (this.dimension === 2) {
      const y = (1 - (this.point[1] + 0.5) / n) * h;
      painter.line([[0, y], [w, y]], colors.soft, 1, [2, 3]);
    }
  }
}

/** A painted square on a grid of other proportions, linear between its points. */
function stretched(square, nx, ny, [acrossX, acrossY]) {
  const place = (i, n, across) => {
    const p = (i * PLANE) / n;
    const from = Math.floor(p);
    return [from, neighbour(from, 1, PLANE, across), p % 1];
  };
  return Float32Array.from({ length: nx * ny }, (_, i) => {
    const [x0, x1, a] = place(Math.floor(i / ny), nx, acrossX);
    const [y0, y1, b] = place(i % ny, ny, acrossY);
    const row = (x) => (1 - b) * square[x * PLANE + y0] + b * square[x * PLANE + y1];
    return (1 - a) * row(x0) + a * row(x1);
  });
}

/** The point next to one of n: the first after the last, or the last again at a wall. */
function neighbour(i, by, n, across) {
  return across ? (i + by + n) % n : Math.max(0, Math.min(n - 1, i + by));
}

/** Means over neighbours. */
function blurred(values, n, times, across) {
  let now = Float32Array.from(values);
  for (let t = 0; t < times; t++) {
    now = now.map((v, i) => 0.25 * now[neighbour(i, -1, n, across)] + 0.5 * v + 0.25 * now[neighbour(i, 1, n, across)]);
  }
  return now;
}
