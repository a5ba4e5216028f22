// Puts the parts of the page together.

import { ApiError, get, useToken } from './api.js';
import { CanvasPainter, number } from './charts.js';
import { maps, theme } from './colors.js';
import { Controls } from './controls.js';
import { savePng, saveSvg, saveTrajectory } from './exports.js';
import { bar } from './fields.js';
import { chartPanels, statePanels } from './panels.js';
import { Player } from './player.js';
import { Runs } from './runs.js';
import { Session } from './session.js';
import { fit, heightOf, label, sliceText } from './shape.js';
import { compare, timeLines } from './times.js';

const LARGEST_MAP = 420;
const at = (id) => document.getElementById(id);

let controls = null;
let session = null;
let panels = [];
let drawn = false;
let waiting = false;
const player = new Player(() => redraw());
const runs = new Runs(showError);

function showError(error) {
  const box = at('message');
  if (error instanceof ApiError && error.status === 401) {
    at('token-form').hidden = false;
    box.hidden = true;
    return;
  }
  box.hidden = !error;
  box.textContent = error ? error.message : '';
}

function status(text) {
  at('status').textContent = text;
}

// ---- panels ----

function panelElement(panel, inCard) {
  const figure = document.createElement('figure');
  figure.className = `panel${panel.wide ? ' wide' : ''}${inCard ? ' card' : ''}`;
  const title = document.createElement('h3');
  title.textContent = panel.title;
  const canvas = document.createElement('canvas');
  canvas.id = `panel-${panel.id}`;
  canvas.setAttribute('role', 'img');
  figure.append(title, canvas);
  if (panel.note) {
    const note = document.createElement('figcaption');
    note.className = 'hint';
    note.textContent = panel.note;
    figure.append(note);
  }
  return { panel, canvas, figure };
}

/** A row for each field; where nothing is compared, all fields side by side. */
function rows(of) {
  const perField = statePanels(of);
  if (of.tracks.length > 1) return perField;
  return [perField.flat().sort((p, q) => Boolean(q.wide) - Boolean(p.wide))];
}

function build() {
  const states = rows(session).map((row) => row.map((p) => panelElement(p, false)));
  const charts = chartPanels(session).map((p) => panelElement(p, true));
  at('states').replaceChildren(...states.map((row) => {
    const element = document.createElement('div');
    element.className = 'panels';
    element.append(...row.map((p) => p.figure));
    return element;
  }));
  at('charts').replaceChildren(...charts.map((p) => p.figure));
  panels = [...states.flat(), ...charts];
  slices();
  const sources = session.tracks.map((t) => new Option(t.label, t.key));
  at('export-source').replaceChildren(...sources);
}

/** A run that failed leaves nothing of the one before it. */
function clear() {
  panels = [];
  for (const id of ['states', 'charts', 'legend', 'times']) at(id).replaceChildren();
  at('slices').hidden = true;
}

/** The slider over the last axis, in 3D. */
function slices() {
  const last = session.axes[2];
  at('slices').hidden = !last;
  if (!last) return;
  at('slice').max = last.points - 1;
  at('slice').value = session.slice;
  at('slice-out').value = sliceText(session.axes, session.slice);
}

function paint({ panel, canvas }, step, colors) {
  const ratio = window.devicePixelRatio || 1;
  canvas.style.width = '';
  const { w, h } = panel.aspect
    ? fit(canvas.clientWidth, panel.aspect, LARGEST_MAP) : { w: canvas.clientWidth, h: heightOf(panel, canvas.clientWidth) };
  if (panel.aspect) canvas.style.width = `${w}px`;
  canvas.width = Math.round(w * ratio);
  canvas.height = Math.round(h * ratio);
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  panel.draw(new CanvasPainter(context), { x: 0, y: 0, w, h }, step, colors);
  canvas.setAttribute('aria-label', panel.describe(step));
}

/** Draws once per frame of the screen, however often it is asked to. */
function redraw() {
  if (drawn) return;
  drawn = true;
  requestAnimationFrame(() => {
    drawn = false;
    if (!session || session.latest < 0) return;
    const colors = theme();
    const step = Math.max(0, player.step);
    for (const p of panels) paint(p, step, colors);
    legend();
    document.body.dataset.step = step;
  });
}

function legend() {
  const entries = session.fields.flatMap((f, c) => {
    const only = session.fields.length === 1;
    const middle = session.centres[c];
    const ends = (m, size) => [number(m - size), number(m + size)];
    const scales = [[only ? 'state' : label(f), ...ends(middle, session.scales.state[c]), maps.state]];
    if (session.track('r')) scales.push([only ? 'error' : `error of ${f.name}`, ...ends(0, session.scales.error[c]), maps.error]);
    return scales;
  });
  if (session.tracks.some((t) => t.frames[0]?.gains)) {
    const gain = (sign) => `× ${(1 + sign * session.scales.gain).toFixed(3)}`;
    entries.push(['gate', gain(-1), gain(1), maps.error]);
  }
  at('legend').replaceChildren(
    ...session.tracks.map((t) => {
      const item = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.className = `swatch ${t.key}`;
      item.append(swatch, t.label);
      return item;
    }),
    ...entries.map(([name, low, high, map]) => {
      const item = document.createElement('span');
      item.className = 'scale';
      item.append(`${name} ${low}`, bar(map), high);
      return item;
    }));
}

// ---- running ----

/** States come faster than the screen is drawn: they are shown together. */
function changed(which) {
  if (which !== session || waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    progress();
  });
}

function progress() {
  const latest = session.latest;
  if (latest >= 0) {
    const gated = session.tracks.some((t) => t.frames[0]?.gains);
    if (!panels.length || gated !== panels.some((p) => p.panel.id === 'gate')) build();
    player.reach(latest);
  } else if (session.finished) {
    clear();
  }
  const failed = session.tracks.filter((t) => t.failure);
  if (failed.length) showError(new ApiError(failed[0].failure.status, `${failed[0].label}: ${failed[0].failure.message}`));
  if (session.finished) status(failed.length ? 'stopped' : `${latest} steps computed`);
  else status(`computing: step ${Math.max(0, latest)} of ${session.plan.steps}`);
  document.body.dataset.ready = String(latest);
  document.body.dataset.finished = String(session.finished);
  times();
  redraw();
}

function times() {
  const shown = session;
  at('times').replaceChildren(...timeLines(shown));
  compare(shown, () => { if (shown === session) times(); });
}

async function start(event) {
  if (event) event.preventDefault();
  showError(null);
  let plan;
  try {
    plan = controls.plan();
  } catch (e) {
    showError(e);
    return;
  }
  if (session) session.stop();
  panels = [];
  session = new Session(plan, changed);
  player.reset(plan.steps, plan.models.a.dt, event ? 0 : controls.step);
  controls.saved(event ? 0 : undefined);
  status('computing');
  if (event || !controls.step) player.play();
  await session.run();
}

/** The same with other conditions, at the step that is shown. */
function rerun() {
  controls.step = Math.max(0, player.step);
  return start();
}

// ---- views ----

async function view(name) {
  at('studio').hidden = name !== 'studio';
  at('runs').hidden = name !== 'runs';
  at('tab-studio').setAttribute('aria-pressed', String(name === 'studio'));
  at('tab-runs').setAttribute('aria-pressed', String(name === 'runs'));
  showError(null);
  if (name === 'runs') {
    player.pause();
    await runs.open();
  } else {
    runs.close();
    at('studio').hidden = !controls;
    redraw();
  }
}

function exporting(action) {
  return async () => {
    if (!session || session.latest < 0) return;
    showError(null);
    try {
      await action(session, Math.max(0, player.step));
    } catch (e) {
      showError(e);
    }
  };
}

function wire() {
  at('setup').addEventListener('submit', start);
  at('slice').addEventListener('input', () => {
    session.slice = Number(at('slice').value);
    at('slice-out').value = sliceText(session.axes, session.slice);
    redraw();
  });
  at('tab-studio').addEventListener('click', () => view('studio'));
  at('tab-runs').addEventListener('click', () => view('runs'));
  const chosen = (s) => s.track(at('export-source').value);
  at('export-npy').addEventListener('click', exporting((s) => saveTrajectory(chosen(s), 'npy')));
  at('export-h5').addEventListener('click', exporting((s) => saveTrajectory(chosen(s), 'h5')));
  at('export-png').addEventListener('click', exporting(savePng));
  at('export-svg').addEventListener('click', exporting(saveSvg));
  at('copy-link').addEventListener('click', exporting(async (s, step) => {
    controls.saved(step);
    await navigator.clipboard.writeText(location.href);
    status('link copied');
  }));
  at('token-form').addEventListener('submit', (e) => {
    e.preventDefault();
    useToken(at('token').value);
    at('token-form').hidden = true;
    load();
  });
  new ResizeObserver(redraw).observe(at('states'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

async function load() {
  try {
    const [listed, equations] = await Promise.all([get('api/models'), get('api/equations')]);
    at('empty').hidden = listed.models.length > 0;
    at('studio').hidden = listed.models.length === 0;
    if (!listed.models.length) return;
    controls = new Controls(listed, equations.benchmarks, showError, rerun);
    await Promise.all([controls.preview(), start()]);
  } catch (e) {
    showError(e);
  }
}

wire();
load();
