// How long models and solver take for a step, and what a speed-up means: a model is compared with the
// solver's cheapest setting that is as exact as the model was at the last step.

import { get } from './api.js';
import { number } from './charts.js';

/** Asks once, when all is computed, for the solver's times at the errors of the models. */
export async function compare(session, onAnswer) {
  const truth = session.track('r');
  if (session.compared || !session.finished || !truth?.done) return;
  session.compared = true;
  await Promise.all(session.tracks.filter((t) => t !== truth && t.done).map(async (t) => {
    const { benchmark, conditions } = session.plan.models[t.key];
    const { step, error } = t.frames[t.frames.length - 1];
    // The table of settings is for the benchmark's own coefficients.
    if (!benchmark || conditions.parameters.length || !(error > 0 && error < Infinity)) return;
    try {
      t.solver = await get(`api/solver?benchmark=${benchmark}&step=${step}&error=${error}`);
      onAnswer();
    } catch {
      // The times themselves are shown all the same.
    }
  }));
}

export function timeLines(session) {
  return session.tracks.filter((t) => t.frames.length > 1).map((t) => {
    const line = document.createElement('span');
    const value = document.createElement('b');
    const ms = t.secondsPerStep * 1000;
    value.textContent = `${number(ms)} ms`;
    line.append(`${t.label}: `, value, ' per step');
    if (t.key === 'r') line.append(` at the setting that made the truth (${session.plan.profile})`);
    if (t.solver) line.append(`; ${versus(t.solver, ms, session.dimension)}`);
    return line;
  });
}

function versus(solver, ms, dimension) {
  const setting = `${Array(dimension).fill(solver.points).join(' x ')} points, dt ${number(solver.dt)}`;
  const time = `${number(solver.ms_per_step)} ms per step`;
  const ratio = solver.ms_per_step / ms;
  const faster = ratio >= 1 ? `the model is ${number(ratio)}` : `the solver is ${number(1 / ratio)}`;
  if (solver.error === null) {
    return `no coarser setting of the solver is as exact, and at its reference setting it takes ${time} (${setting}): ${faster} times as fast`;
  }
  return `the solver takes ${time} at the same error (${setting}), `
    + `${number(solver.reference.ms_per_step)} ms at its reference setting: at the same error ${faster} times as fast`;
}
