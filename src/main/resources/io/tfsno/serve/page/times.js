// How long models and solver take for a step, and what a speed-up means: a model is compared with the
// solver's cheapest setting that is as exact as the model was at the last step.

import { get } from './api.js';
import { number, percent } from './charts.js';

/** Asks once, when all is computed, for the solver's times at the errors of the models. */
export async function compare(session, onAnswer) {
  const truth = session.track('r');
  if (session.compared || !session.finished || !truth?.done) return;
  session.compared = true;
  await Promise.all(session.tracks.filter((t) => t !== truth && t.done).map(async (t) => {
    const { benchmark, conditions } = session.plan.models[t.key];
    const { step, error } = t.frames[t.frames.length - 1];
    // The table of settings is for the benchmark's own coefficients.
    if (!benchmark || conditions.parameters.length || conditions.hidden.length || !(error > 0 && error < Infinity)) return;
    try {
      t.solver = await get(`api/solver?benchmark=${benchmark}&step=${step}&error=${error}`);
      onAnswer();
    } catch {
      // The times themselves are shown all the same.
    }
  }));
}

/** Rows of a table and a note about them; null before there is anything to tell. */
export function speedTable(session, device) {
  const tracks = session.tracks.filter((t) => t.frames.length > 1);
  if (!tracks.length) return null;
  const truth = session.track('r');
  const last = session.plan.steps;
  const rows = [];
  for (const t of tracks.filter((x) => x !== truth)) {
    const { error } = t.frames[t.frames.length - 1];
    rows.push([t.label, 'model', spread(t), t.done && error !== undefined ? percent(error) : '']);
    if (t.solver) rows.push(sameError(t, session));
  }
  if (truth && tracks.includes(truth)) {
    rows.push(['Solver that computed the truth', settingOf(truth.head, session), spread(truth), 'taken as 0']);
  }
  const table = document.createElement('table');
  table.append(row('th', ['', 'setting', 'one step, typical (range)', `error at step ${last}`]), ...rows.map((r) => row('td', r)));
  return [table, note(session, device)];
}

function row(kind, texts) {
  const line = document.createElement('tr');
  line.append(...texts.map((text) => Object.assign(document.createElement(kind), { textContent: text })));
  return line;
}

/** The median, and what four of five steps take. */
function spread(track) {
  const times = track.frames.slice(1).map((f) => 1000 * f.seconds).sort((p, q) => p - q);
  const at = (share) => number(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
  return times.length < 5 ? `${at(0.5)} ms` : `${at(0.5)} ms (${at(0.1)} to ${at(0.9)})`;
}

const grid = (points, dimension) => Array(dimension).fill(points).join(' x ');
const setting = (solver, session) => `${grid(solver.points, session.dimension)} points, dt ${number(solver.dt)}`;
const settingOf = (head, session) => `${session.plan.profile}: ${grid(head.solver_points, session.dimension)} points, dt ${
  number(session.plan.models.a.dt / head.substeps)}`;

/** The solver's cheapest setting that is at least as exact as a model. */
function sameError({ label, solver }, session) {
  const time = `${number(solver.ms_per_step)} ms`;
  return solver.error === null
    ? [`Solver: no coarser setting is as accurate as ${label}`, `reference: ${setting(solver, session)}`, time, 'reference']
    : [`Solver, as accurate as ${label}`, setting(solver, session), time, percent(solver.error)];
}

function note(session, device) {
  const text = `Measured one trajectory at a time on ${device || 'this machine'}, while this page computes everything else. `
    + 'The range holds four steps in five. Batches and other devices change these times: docs/reference/measurements.md.';
  return Object.assign(document.createElement('p'), { textContent: text });
}
