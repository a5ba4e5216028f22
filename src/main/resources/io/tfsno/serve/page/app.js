// Puts the parts of the page together.

import { ApiError, get, useToken } from './api.js';
import { Controls } from './controls.js';
import { Drawer } from './drawer.js';
import { savePng, saveSvg, saveTrajectory } from './exports.js';
import { Player } from './player.js';
import { Runs } from './runs.js';
import { Session } from './session.js';
import { Stage } from './stage.js';
import { compare, speedTable } from './times.js';

const at = (id) => document.getElementById(id);

let controls = null;
let session = null;
let drawn = false;
let waiting = false;
const player = new Player(() => redraw());
const stage = new Stage(redraw);
const drawer = new Drawer();
const runs = new Runs(showError, openModel);
const still = matchMedia('(prefers-reduced-motion: reduce)');

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

/** Draws once per frame of the screen, however often it is asked to. */
function redraw() {
  if (drawn) return;
  drawn = true;
  requestAnimationFrame(() => {
    drawn = false;
    if (!session || session.latest < 0 || at('studio').hidden) return;
    const step = Math.max(0, player.step);
    stage.draw(step);
    document.body.dataset.step = step;
  });
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
    if (!stage.fits(session)) stage.build(session);
    player.reach(latest);
  } else if (session.finished) {
    stage.clear();
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
  const table = speedTable(shown, controls.device);
  at('step-times').hidden = !table;
  at('times').replaceChildren(...(table || []));
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
  session = new Session(plan, changed);
  player.reset(plan.steps, plan.models.a.dt, event ? 0 : controls.step);
  controls.saved(event ? 0 : undefined);
  status('computing');
  if (event) drawer.set(false);
  if (event || (!controls.step && !still.matches)) player.play();
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
  document.body.classList.toggle('studio-shown', name === 'studio');
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

/** Shows a model of the list of trainings. */
async function openModel(name) {
  await view('studio');
  controls.choose(name);
  await start(new Event('open', { cancelable: true }));
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
  window.addEventListener('resize', redraw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

async function load() {
  try {
    const [listed, equations] = await Promise.all([get('api/models'), get('api/equations')]);
    at('empty').hidden = listed.models.length > 0;
    at('studio').hidden = listed.models.length === 0;
    if (!listed.models.length) return;
    controls = new Controls(listed, equations.benchmarks, showError, rerun);
    // A state that was moved has to be there first; others are asked for while the run begins.
    if (controls.within) await controls.open();
    await Promise.all([controls.within ? null : controls.open(), start()]);
  } catch (e) {
    showError(e);
  }
}

wire();
load();
