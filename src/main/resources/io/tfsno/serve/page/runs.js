// Trainings and ledgers: what there is, and curves that grow while a training runs.

import { get } from './api.js';
import { CanvasPainter, lineChart } from './charts.js';
import { theme } from './colors.js';

const at = (id) => document.getElementById(id);
const EVERY = 3000;

function element(name, text, attributes = {}) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

export class Runs {
  constructor(onMessage) {
    this.onMessage = onMessage;
    this.chosen = null;
    window.addEventListener('resize', () => this.redraw && this.redraw());
  }

  /** Shows the list and keeps what is shown up to date. */
  async open() {
    this.visible = true;
    await this.refresh();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.refresh(), EVERY);
  }

  close() {
    this.visible = false;
    clearInterval(this.timer);
  }

  async refresh() {
    if (!this.visible || document.hidden) return;
    try {
      const { runs, ledgers } = await get('api/runs');
      this.list([...runs.map((r) => ({ ...r, kind: 'run' })), ...ledgers.map((l) => ({ ...l, kind: 'ledger' }))]);
      const key = this.chosen;
      const cells = ledgers.find((l) => key && key.kind === 'ledger' && l.name === key.name)?.cells;
      if (key && (cells === undefined || cells !== key.cells)) {
        key.cells = cells;
        await this.show(key);
      }
    } catch (e) {
      this.onMessage(e);
    }
  }

  list(entries) {
    const text = JSON.stringify([entries, this.chosen]);
    if (text === this.listed) return;
    this.listed = text;
    if (!entries.length) {
      at('run-list').replaceChildren(element('p', 'None here. Start the service with --runs DIR, the folder of your trainings.', { class: 'hint' }));
      return;
    }
    at('run-list').replaceChildren(...entries.map((entry) => {
      const mine = this.chosen && this.chosen.kind === entry.kind && this.chosen.name === entry.name;
      const button = element('button', entry.kind === 'run' ? entry.name : `${entry.name} (${entry.cells} cells)`, { type: 'button', 'aria-pressed': Boolean(mine) });
      if (entry.live) button.append(element('span', 'training', { class: 'live' }));
      button.addEventListener('click', () => { this.chosen = { kind: entry.kind, name: entry.name }; this.refresh(); });
      return button;
    }));
  }

  async show(key) {
    const document = await get(`api/${key.kind}?name=${encodeURIComponent(key.name)}`);
    if (this.chosen !== key) return;
    const text = JSON.stringify(document);
    if (text === this.shown) return;
    this.shown = text;
    if (key.kind === 'run') this.training(document);
    else this.ledger(document);
  }

  training(run) {
    const view = at('run-view');
    const canvas = element('canvas', undefined, { role: 'img' });
    const last = run.epochs[run.epochs.length - 1];
    const facts = last ? `Epoch ${last.epoch}, loss ${last.loss.toPrecision(4)}, ${last.seconds.toFixed(2)} s per epoch` : 'No epoch finished yet.';
    canvas.setAttribute('aria-label', `Loss and validation error against epoch. ${facts}`);
    const legend = element('p', '', { class: 'legend' });
    legend.append(swatch('a'), element('span', 'training loss'), swatch('b'), element('span', 'validation error (rollout)'));
    const frame = element('figure', undefined, { class: 'panel' });
    frame.append(canvas);
    view.replaceChildren(element('h2', run.name), element('p', facts), legend, frame, details('Configuration', run.config), details('Provenance', JSON.stringify(run.provenance, null, 2)));
    this.redraw = () => curves(canvas, run.epochs);
    this.redraw();
  }

  ledger(ledger) {
    const rows = ledger.cells.map((c) => (c.tests ? scores(c) : flat(c)));
    const columns = [...new Set(rows.flatMap((r) => Object.keys(r)))].slice(0, 14);
    const table = element('table');
    const head = element('tr');
    head.append(...columns.map((c) => element('th', c)));
    table.append(head, ...rows.map((r) => {
      const line = element('tr');
      line.append(...columns.map((c) => element('td', r[c] === undefined ? '' : format(r[c]))));
      return line;
    }));
    const scroll = element('div', undefined, { class: 'scroll', tabindex: '0' });
    scroll.append(table);
    this.redraw = null;
    at('run-view').replaceChildren(element('h2', ledger.name), element('p', `${rows.length} finished cells`), scroll);
  }
}

const SCORED = [1, 10, 25, 50];

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

const swatch = (key) => element('i', undefined, { class: `swatch ${key}` });
const format = (v) => (typeof v === 'number' && !Number.isInteger(v) ? v.toPrecision(4) : String(v));

function details(title, text) {
  const d = element('details');
  d.append(element('summary', title), element('pre', text));
  return d;
}

/** The plain values of a document under their dotted names. */
function flat(value, path = '', out = {}) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flat(inner, path ? `${path}.${key}` : key, out);
  } else if (!Array.isArray(value)) {
    out[path] = value;
  }
  return out;
}

function curves(canvas, epochs) {
  const ratio = window.devicePixelRatio || 1;
  const w = canvas.clientWidth || 600;
  const h = 300;
  canvas.width = w * ratio;
  canvas.height = h * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const colors = theme();
  const usable = (key) => epochs.filter((e) => typeof e[key] === 'number' && e[key] > 0);
  const series = [['loss', colors.a], ['validation_error', colors.b]].map(([key, color]) => ({
    x: usable(key).map((e) => e.epoch), y: usable(key).map((e) => e[key]), color,
  }));
  const all = series.flatMap((s) => s.y);
  if (!all.length) return;
  lineChart(new CanvasPainter(context), { x: 0, y: 0, w, h }, series, {
    x: [0, Math.max(1, ...epochs.map((e) => e.epoch))],
    y: [10 ** Math.floor(Math.log10(Math.min(...all))), 10 ** Math.ceil(Math.log10(Math.max(...all)) + 1e-9)],
    logY: true, xLabel: 'epoch', yLabel: 'loss, error',
  }, colors);
}
