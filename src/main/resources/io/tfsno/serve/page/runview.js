// What is shown of chosen trainings and ledgers.

import { CanvasPainter, lineChart } from './charts.js';
import { theme } from './colors.js';
import { element } from './stage.js';

/** Of several curves: readable on light and on dark ground. */
export const RUN_COLORS = ['#d0612b', '#2e8b6f', '#4c82bd', '#9a63b0', '#b08a1e', '#7d8794'];

const KINDS = { loss: ['loss', 'training loss'], error: ['validation_error', 'validation error (rollout)'] };
const HEIGHT = 300;
const SCORED = [1, 10, 25, 50];

/** One curve for each training. */
export function drawCurves(canvas, runs, kind) {
  const [key, title] = KINDS[kind];
  const ratio = window.devicePixelRatio || 1;
  const w = canvas.clientWidth || 600;
  canvas.width = w * ratio;
  canvas.height = HEIGHT * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const colors = theme();
  const series = runs.map(({ epochs }, i) => {
    const usable = epochs.filter((e) => typeof e[key] === 'number' && e[key] > 0);
    return { x: usable.map((e) => e.epoch), y: usable.map((e) => e[key]), color: RUN_COLORS[i % RUN_COLORS.length] };
  });
  const all = series.flatMap((s) => s.y);
  const painter = new CanvasPainter(context);
  if (!all.length) {
    painter.text(`No ${title} yet.`, w / 2, HEIGHT / 2, { color: colors.soft, align: 'center', size: 13 });
    return;
  }
  lineChart(painter, { x: 0, y: 0, w, h: HEIGHT }, series, {
    x: [0, Math.max(1, ...series.flatMap((s) => s.x))],
    y: [10 ** Math.floor(Math.log10(Math.min(...all))), 10 ** Math.ceil(Math.log10(Math.max(...all)) + 1e-9)],
    logY: true, whole: true, xLabel: 'epoch', yLabel: title,
  }, colors);
}

/** The settings of two trainings that are not the same. */
export function differenceTable(p, q) {
  const keys = [...new Set([...Object.keys(p.settings), ...Object.keys(q.settings)])].filter((k) => p.settings[k] !== q.settings[k]);
  if (!keys.length) return element('p', 'hint', 'Nothing.');
  const row = (kind, texts) => element('tr', '', ...texts.map((t) => element(kind, '', t)));
  const table = element('table', 'difference', row('th', ['setting', p.name, q.name]),
    ...keys.map((k) => row('td', [k, p.settings[k] ?? '–', q.settings[k] ?? '–'])));
  return element('div', 'scroll', table);
}

/** A cell of a suite: who was trained, and the relative L2 errors of its rollouts. */
function scores(cell) {
  const row = { cell: cell.key };
  const steps = cell.tests[0]?.rollouts[0]?.steps || [];
  for (const at of SCORED) {
    const score = steps.find((s) => s.step === at)?.l2?.mean;
    row[`L2 step ${at}`] = score === undefined ? (cell.reason || '') : score;
  }
  return { ...row, parameters: cell.training?.parameters, 'training, s': cell.training?.seconds, model: cell.title };
}

const format = (v) => (typeof v === 'number' && !Number.isInteger(v) ? v.toPrecision(4) : String(v));

/** The plain values of a document under their dotted names. */
function flat(value, path = '', out = {}) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flat(inner, path ? `${path}.${key}` : key, out);
  } else if (!Array.isArray(value)) {
    out[path] = value;
  }
  return out;
}

export function ledgerTable(ledger) {
  const rows = ledger.cells.map((c) => (c.tests ? scores(c) : flat(c)));
  const columns = [...new Set(rows.flatMap((r) => Object.keys(r)))].slice(0, 14);
  return element('table', '', element('tr', '', ...columns.map((c) => element('th', '', c))),
    ...rows.map((r) => element('tr', '', ...columns.map((c) => element('td', '', r[c] === undefined ? '' : format(r[c]))))));
}
