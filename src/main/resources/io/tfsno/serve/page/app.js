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
  return { panel, canvas, figure };
}

function build() {
  const states = statePanels(session).map((p) => panelElement(p, false));
  const charts = chartPanels(session).map((p) => panelElement(p, true));
  at('states').replaceChildren(...states.map((p) => p.figure));
  at('charts').replaceChildren(...charts.map((p) => p.figure));
  panels = [...states, ...charts];
  const sources = session.tracks.map((t) => new Option(t.label, t.key));
  at('export-source').replaceChildren(...sources);
}

function paint({ panel, canvas }, step, colors) {
  const ratio = window.devicePixelRatio || 1;
  const w = canvas.clientWidth;
  const h = panel.square ? Math.min(w, 420) : panel.height;
  canvas.width = Math.round(w * ratio);
  canvas.height = Math.round(h * ratio);
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  panel.draw(new CanvasPainter(context), { x: 0, y: 0, w: panel.square ? Math.min(w, 420) : w, h }, step, colors);
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
  const entries = [['state', session.scales.state, maps.state]];
  if (session.track('r')) entries.push(['error', session.scales.error, maps.error]);
  if (session.tracks.some((t) => t.frames[0]?.gains)) entries.push(['gate', session.scales.gain, maps.error]);
  at('legend').replaceChildren(
    ...session.tracks.map((t) => {
      const item = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.className = `swatch ${t.key}`;
      item.append(swatch, t.label);
      return item;
    }),
    ...entries.map(([name, most, map]) => {
      const item = document.createElement('span');
      item.className = 'scale';
      const gate = name === 'gate';
      const end = (sign) => (gate ? `× ${(1 + sign * most).toFixed(3)}` : number(sign * most));
      item.append(`${name} ${end(-1)}`, bar(map), end(1));
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
  const lines = session.tracks.filter((t) => t.frames.length > 1).map((t) => {
    const line = document.createElement('span');
    const value = document.createElement('b');
    value.textContent = `${number(t.secondsPerStep * 1000)} ms`;
    line.append(`${t.label}: `, value, ' per step');
    const solver = session.track('r');
    if (t.key !== 'r' && solver && solver.frames.length > 1) {
      const ratio = solver.secondsPerStep / t.secondsPerStep;
      line.append(ratio >= 1 ? `, ${number(ratio)} times as fast as the solver` : `, ${number(1 / ratio)} times slower than the solver`);
    }
    return line;
  });
  at('times').replaceChildren(...lines);
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
    controls = new Controls(listed, equations.benchmarks, showError);
    await Promise.all([controls.preview(), start()]);
  } catch (e) {
    showError(e);
  }
}

wire();
load();
