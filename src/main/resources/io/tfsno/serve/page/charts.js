// Drawing: two painters with the same few operations, one for canvases and one for SVG, and the
// charts drawn with them.

export class CanvasPainter {
  constructor(context) {
    this.context = context;
  }

  line(points, color, width = 1.6, dash = []) {
    const c = this.context;
    c.beginPath();
    let drawing = false;
    for (const [x, y] of points) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) drawing = false;
      else if (drawing) c.lineTo(x, y);
      else { c.moveTo(x, y); drawing = true; }
    }
    c.strokeStyle = color;
    c.lineWidth = width;
    c.lineJoin = 'round';
    c.setLineDash(dash);
    c.stroke();
    c.setLineDash([]);
  }

  rect(x, y, w, h, fill, stroke) {
    if (fill) { this.context.fillStyle = fill; this.context.fillRect(x, y, w, h); }
    if (stroke) { this.context.strokeStyle = stroke; this.context.lineWidth = 1; this.context.strokeRect(x, y, w, h); }
  }

  text(words, x, y, { color, size = 11, align = 'left', turned = false, bold = false } = {}) {
    const c = this.context;
    c.save();
    c.translate(x, y);
    if (turned) c.rotate(-Math.PI / 2);
    c.fillStyle = color;
    c.font = `${bold ? 600 : 400} ${size}px system-ui, "Liberation Sans", sans-serif`;
    c.textAlign = align;
    c.textBaseline = 'middle';
    c.fillText(words, 0, 0);
    c.restore();
  }

  image(source, x, y, w, h, smooth) {
    this.context.imageSmoothingEnabled = smooth;
    this.context.imageSmoothingQuality = 'high';
    this.context.drawImage(source, x, y, w, h);
  }
}

const escaped = (words) => String(words).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const short = (n) => Number(n.toFixed(2));

export class SvgPainter {
  constructor(width, height) {
    this.size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    this.parts = [];
  }

  line(points, color, width = 1.6, dash = []) {
    let drawing = false;
    let path = '';
    for (const [x, y] of points) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) { drawing = false; continue; }
      path += `${drawing ? 'L' : 'M'}${short(x)} ${short(y)}`;
      drawing = true;
    }
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    this.parts.push(`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${dashes}/>`);
  }

  rect(x, y, w, h, fill, stroke) {
    this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill || 'none'}"${stroke ? ` stroke="${stroke}"` : ''}/>`);
  }

  text(words, x, y, { color, size = 11, align = 'left', turned = false, bold = false } = {}) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
    const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : '';
    this.parts.push(`<text x="${short(x)}" y="${short(y)}" fill="${color}" font-size="${size}" text-anchor="${anchor}" dominant-baseline="central"${bold ? ' font-weight="600"' : ''}${turn}>${escaped(words)}</text>`);
  }

  image(source, x, y, w, h, smooth) {
    this.parts.push(`<image x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" preserveAspectRatio="none"${smooth ? '' : ' style="image-rendering:pixelated"'} href="${source.toDataURL('image/png')}"/>`);
  }

  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" ${this.size} font-family="Helvetica, Arial, sans-serif">\n${this.parts.join('\n')}\n</svg>\n`;
  }
}

/** A number with three digits, readable at any size. */
export function number(value) {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return '∞';
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(1).replace('+', '');
  return String(Number(value.toPrecision(3)));
}

/** A relative error as people say it. */
export function percent(error) {
  if (!Number.isFinite(error)) return '–';
  if (error < 1e-6) return '0 %'; // rounding of float32
  return error < 10 ? `${number(100 * error)} %` : `× ${number(error)}`;
}

function linearTicks(low, high, count, finest = 0) {
  const raw = Math.max(finest, (high - low) / count);
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw);
  const ticks = [];
  for (let t = Math.ceil(low / step - 1e-9) * step; t <= high + step * 1e-6; t += step) ticks.push(Math.abs(t) < step * 1e-9 ? 0 : t);
  return ticks;
}

function logTicks(low, high, most) {
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((to - from + 1) / most));
  const ticks = [];
  for (let e = from; e <= to; e += every) ticks.push(10 ** e);
  return ticks;
}

function scale(low, high, from, to, log) {
  const f = log ? Math.log10 : (v) => v;
  const a = f(low);
  const b = f(high);
  return (v) => from + ((f(v) - a) / (b - a || 1)) * (to - from);
}

const tickText = (v, log) => (log && (v < 1e-3 || v >= 1e4) ? `1e${Math.round(Math.log10(v))}` : number(v));

/**
 * Curves over a common axis.
 *
 * @param series [{x, y, color, dash, width}]
 * @param spec {x: [low, high], y: [low, high], logX, logY, xLabel, yLabel, at, whole: whether x counts something}
 */
export function lineChart(painter, box, series, spec, colors) {
  const inner = { x: box.x + 54, y: box.y + 8, w: box.w - 66, h: box.h - 44 };
  const sx = scale(spec.x[0], spec.x[1], inner.x, inner.x + inner.w, spec.logX);
  const sy = scale(spec.y[0], spec.y[1], inner.y + inner.h, inner.y, spec.logY);
  const xTicks = spec.logX ? logTicks(...spec.x, 6) : linearTicks(...spec.x, Math.max(2, inner.w / 80), spec.whole ? 1 : 0);
  const yTicks = spec.logY ? logTicks(...spec.y, 6) : linearTicks(...spec.y, Math.max(4, inner.h / 45));
  for (const t of yTicks) {
    painter.line([[inner.x, sy(t)], [inner.x + inner.w, sy(t)]], colors.grid, 1);
    painter.text(tickText(t, spec.logY), inner.x - 6, sy(t), { color: colors.soft, align: 'right' });
  }
  for (const t of xTicks) {
    painter.line([[sx(t), inner.y], [sx(t), inner.y + inner.h]], colors.grid, 1);
    painter.text(tickText(t, spec.logX), sx(t), inner.y + inner.h + 12, { color: colors.soft, align: 'center' });
  }
  painter.rect(inner.x, inner.y, inner.w, inner.h, null, colors.line);
  painter.text(spec.xLabel, inner.x + inner.w / 2, box.y + box.h - 8, { color: colors.soft, align: 'center' });
  painter.text(spec.yLabel, box.x + 7, inner.y + inner.h / 2, { color: colors.soft, align: 'center', turned: spec.yLabel.length > 1 });
  if (spec.at !== undefined) {
    painter.line([[sx(spec.at), inner.y], [sx(spec.at), inner.y + inner.h]], colors.accent, 1.2, [3, 3]);
  }
  const inside = (y) => Math.max(inner.y, Math.min(inner.y + inner.h, y));
  for (const s of series) {
    const points = [];
    for (let i = 0; i < s.y.length; i++) {
      const x = sx(s.x[i]);
      const y = sy(s.y[i]);
      points.push([x, Number.isFinite(y) ? inside(y) : NaN]);
    }
    painter.line(points, s.color, s.width || 1.8, s.dash || []);
    // A point without neighbours is no line.
    const drawn = (i) => points[i] && Number.isFinite(points[i][1]);
    points.forEach(([x, y], i) => {
      if (drawn(i) && !drawn(i - 1) && !drawn(i + 1)) painter.rect(x - 2.5, y - 2.5, 5, 5, s.color);
    });
  }
}

/** Room around an image for its labels. */
const AROUND = { left: 40, bottom: 32, top: 6, right: 8 };

/** An image with a frame and labels; returns the box of the image. */
export function imageChart(painter, box, source, spec, colors) {
  const m = spec.margin || AROUND;
  const inner = { x: box.x + m.left, y: box.y + m.top, w: box.w - m.left - m.right, h: box.h - m.bottom - m.top };
  painter.image(source, inner.x, inner.y, inner.w, inner.h, spec.smooth);
  painter.rect(inner.x, inner.y, inner.w, inner.h, null, colors.line);
  if (spec.xLabel) {
    const sx = scale(spec.x[0], spec.x[1], inner.x, inner.x + inner.w);
    for (const t of linearTicks(...spec.x, Math.max(2, inner.w / 80))) {
      painter.text(number(t), sx(t), inner.y + inner.h + 10, { color: colors.soft, align: 'center' });
    }
    painter.text(spec.xLabel, inner.x + inner.w / 2, box.y + box.h - 6, { color: colors.soft, align: 'center' });
  }
  if (spec.yLabel) {
    const sy = scale(spec.y[0], spec.y[1], inner.y, inner.y + inner.h);
    for (const t of linearTicks(Math.min(...spec.y), Math.max(...spec.y), Math.max(2, inner.h / 40))) {
      painter.text(number(t), inner.x - 6, sy(t), { color: colors.soft, align: 'right' });
    }
    painter.text(spec.yLabel, box.x + 5, inner.y + inner.h / 2, { color: colors.soft, align: 'center', turned: spec.yLabel.length > 1 });
    if (spec.at !== undefined) {
      // Pictures are as light on a dark page as on a light one.
      painter.line([[inner.x, sy(spec.at)], [inner.x + inner.w, sy(spec.at)]], '#1f2530', 1.2, [3, 3]);
    }
  }
  return inner;
}
