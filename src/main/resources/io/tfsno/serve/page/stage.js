// The stage: which panels a comparison has, where they stand, and drawing them at a step.

import { CanvasPainter, number } from './charts.js';
import { maps, theme } from './colors.js';
import { bar } from './fields.js';
import { chartPanels, statePanels } from './panels.js';
import { fit, heightOf, label, sliceText } from './shape.js';

const at = (id) => document.getElementById(id);

/** Panels are never smaller or larger than this, whatever the height of the window. */
const SMALLEST = 150;
const LARGEST = 420;

/** From this width of the window on, both rows of maps fit its height. */
const WIDE = 861;

/** What stands around the two rows of maps: their titles, gaps, the end of the card. */
const AROUND = 96;

export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function figure(panel, inCard) {
  const title = element('h3');
  if (panel.key) title.append(element('i', `swatch ${panel.key}`));
  title.append(element('span', 'name', panel.title));
  const score = panel.score ? element('output', 'score') : null;
  if (score) title.append(score);
  const canvas = element('canvas');
  canvas.id = `panel-${panel.id}`;
  canvas.setAttribute('role', 'img');
  const made = element('figure', `panel${panel.wide ? ' wide' : ''}${inCard ? ' card' : ''}`, title, canvas);
  if (panel.span) made.style.setProperty('--span', panel.span);
  made.style.setProperty('--order', panel.order ?? 0);
  if (panel.note) made.append(element('figcaption', 'hint', panel.note));
  return { panel, canvas, score, figure: made };
}

export class Stage {
  constructor(onChange) {
    this.onChange = onChange;
    this.panels = [];
    at('slice').addEventListener('input', () => {
      this.session.slice = Number(at('slice').value);
      at('slice-out').value = sliceText(this.session.axes, this.session.slice);
      onChange();
    });
    at('follow').addEventListener('change', () => { this.session.follow = at('follow').checked; onChange(); });
  }

  get isEmpty() {
    return this.panels.length === 0;
  }

  /** Whether the panels are still those of what has arrived: gates are known with the first state. */
  fits(session) {
    const gated = session.tracks.some((t) => t.frames[0]?.gains);
    return this.session === session && !this.isEmpty && gated === this.panels.some((p) => p.panel.id === 'gate');
  }

  /** Makes the panels of a comparison. */
  build(session) {
    if (this.session !== session) session.shown = allAtOnce(session) ? 'all' : this.kept(session);
    this.session = session;
    session.follow = at('follow').checked;
    this.tabs();
    this.slices();
    const shown = statePanels(session).filter((_, c) => session.shown === 'all' || session.shown === c);
    const blocks = shown.map((block) => block.map((p) => figure(p, false)));
    const charts = chartPanels(session).map((p) => figure(p, true));
    const alone = session.tracks.length === 1;
    const columns = alone ? Math.max(1, blocks.length) : session.tracks.length;
    const grids = alone ? [blocks.flat().sort((p, q) => Boolean(q.panel.wide) - Boolean(p.panel.wide))] : blocks;
    at('states').replaceChildren(...grids.map((block) => {
      const grid = element('div', `panels${columns === 1 ? ' single' : ''}`, ...block.map((p) => p.figure));
      grid.style.setProperty('--columns', columns);
      return grid;
    }));
    at('charts').replaceChildren(...charts.map((p) => p.figure));
    at('charts').style.setProperty('--columns', Math.min(3, charts.filter((p) => !p.panel.wide).length));
    this.panels = [...blocks.flat(), ...charts];
    at('export-source').replaceChildren(...session.tracks.map((t) => new Option(t.label, t.key)));
  }

  /** A run that failed leaves nothing of the one before it. */
  clear() {
    this.panels = [];
    for (const id of ['states', 'charts', 'legend', 'times', 'field-tabs']) at(id).replaceChildren();
    for (const id of ['slices', 'field-tabs', 'step-times']) at(id).hidden = true;
  }

  /** The field of that name as before, or the first. */
  kept(session) {
    return Math.max(0, session.fields.findIndex((f) => f.name === this.field));
  }

  /** A tab for each of several fields, and one for all of them. */
  tabs() {
    const { session } = this;
    const choices = session.fields.length > 1 ? [...session.fields.map((f, c) => [c, label(f)]), ['all', 'all fields']] : [];
    at('field-tabs').hidden = choices.length === 0;
    at('field-tabs').replaceChildren(...choices.map(([value, text]) => {
      const button = Object.assign(element('button', 'tab', text), { type: 'button' });
      button.setAttribute('aria-pressed', String(session.shown === value));
      button.addEventListener('click', () => {
        session.shown = value;
        this.field = session.fields[value]?.name;
        this.build(session);
        this.onChange();
      });
      return button;
    }));
  }

  /** The slider over the last axis, in 3D. */
  slices() {
    const last = this.session.axes[2];
    at('slices').hidden = !last;
    at('following').hidden = this.session.dimension === 1;
    if (!last) return;
    at('slice').max = last.points - 1;
    at('slice').value = this.session.slice;
    at('slice-out').value = sliceText(this.session.axes, this.session.slice);
  }

  /** How high a map may be for two rows of them to fit the window. */
  room() {
    if (window.innerWidth < WIDE) return LARGEST;
    const above = at('states').getBoundingClientRect().top + window.scrollY;
    const wide = this.panels.some((p) => p.panel.strip) ? STRIP + 40 : 0;
    const rows = this.session.tracks.length > 1 && this.session.track('r') ? 2 : 1;
    const height = (window.innerHeight - above - AROUND - wide) / rows;
    return Math.max(SMALLEST, Math.min(LARGEST, height));
  }

  draw(step) {
    const { session } = this;
    if (!session || this.isEmpty || session.latest < 0) return;
    const colors = theme();
    const room = this.room();
    for (const p of this.panels) {
      paint(p, step, colors, room);
      if (p.score) p.score.value = p.panel.score(step);
    }
    this.legend(step);
  }

  legend(step) {
    const { session } = this;
    const only = session.fields.length === 1;
    const ends = (middle, size) => [number(middle - size), number(middle + size)];
    const entries = session.fields.flatMap((f, c) => {
      if (session.shown !== 'all' && session.shown !== c) return [];
      const scales = [[only ? 'state' : label(f), ...ends(session.centres[c], session.stateScale(c, step)), maps.state]];
      if (session.track('r')) scales.push([only ? 'error' : `error of ${f.name}`, ...ends(0, session.errorScale(c, step)), maps.error]);
      return scales;
    });
    if (session.tracks.some((t) => t.frames[0]?.gains)) {
      const gain = (sign) => `× ${(1 + sign * session.scales.gain).toFixed(3)}`;
      entries.push(['gate', gain(-1), gain(1), maps.error]);
    }
    at('legend').replaceChildren(...entries.map(
      ([name, low, high, map]) => element('span', 'scale', `${name} ${low} `, bar(map), ` ${high} `)));
  }
}

/** The height of curves above maps. */
const STRIP = 150;

/** Fields of a model that is compared with nothing stand next to each other. */
const allAtOnce = (session) => session.tracks.length === 1 && session.fields.length <= 4;

function paint({ panel, canvas }, step, colors, room) {
  const ratio = window.devicePixelRatio || 1;
  canvas.style.width = '';
  const width = canvas.clientWidth;
  const { w, h } = size(panel, width, room);
  if (panel.aspect) canvas.style.width = `${w}px`;
  canvas.previousElementSibling.style.maxWidth = panel.aspect ? `${w}px` : '';
  canvas.width = Math.round(w * ratio);
  canvas.height = Math.round(h * ratio);
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  panel.draw(new CanvasPainter(context), { x: 0, y: 0, w, h }, step, colors);
  canvas.setAttribute('aria-label', panel.describe(step));
}

function size(panel, width, room) {
  if (panel.aspect) return fit(width, panel.aspect, room, panel.margin);
  if (panel.strip) return { w: width, h: STRIP };
  if (panel.below) return { w: width, h: fit(width, panel.below, room, panel.margin).h };
  return { w: width, h: panel.map ? Math.min(room, 280) : heightOf(panel, width) };
}
