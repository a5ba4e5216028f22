// The pictures of a comparison at one step. Each panel draws itself on any painter, so that the
// page and an exported figure are the same.

import { imageChart, lineChart, number } from './charts.js';
import { maps } from './colors.js';
import { cells, plane, spaceTime } from './fields.js';

const time = (session) => session.plan.models.a.dt;
const shown = (track, step) => track.frames[Math.min(step, track.frames.length - 1)];
const steps = (session) => Array.from({ length: session.plan.steps + 1 }, (_, i) => i);

/** Makes the picture of the rows anew only when there are more of them, or another scale. */
function kept(make) {
  let last = {};
  return (rows, most) => {
    if (last.count !== rows.length || last.most !== most) last = { count: rows.length, most, made: make(rows, most) };
    return last.made;
  };
}

function curve(session) {
  return {
    id: 'curve', title: 'State along x', wide: true, height: 230,
    describe: (step) => `Curves of the state at step ${step}`,
    draw(painter, box, step, colors) {
      const n = session.plan.models.a.points;
      const x = Array.from({ length: n }, (_, i) => (i / n) * session.plan.models.a.length);
      const most = session.scales.state * 1.08;
      const series = session.tracks.filter((t) => shown(t, step)).map((t) => ({
        x, y: shown(t, step).values, color: colors[t.key],
        dash: t.key === 'r' ? [] : [7, 3], width: t.key === 'r' ? 1.6 : 2,
      }));
      series.sort((p, q) => p.dash.length - q.dash.length);
      lineChart(painter, box, series, {
        x: [0, session.plan.models.a.length], y: [-most, most], xLabel: 'x', yLabel: 'u',
      }, colors);
    },
  };
}

function map1d(session, track, wrong) {
  const length = session.plan.models.a.length;
  const picture = kept((rows, most) => spaceTime(rows, session.plan.steps, most, wrong ? maps.error : maps.state));
  return {
    id: `${wrong ? 'error' : 'state'}-${track.key}`, height: 250,
    title: wrong ? `Error of ${track.label}` : track.label,
    describe: () => `Space-time map of ${wrong ? 'the error of ' : ''}${track.label}`,
    draw(painter, box, step, colors) {
      const rows = wrong ? track.frames.map((f) => f.wrong) : track.states;
      if (!rows[0]) return;
      const most = wrong ? session.scales.error : session.scales.state;
      const end = session.plan.steps * time(session);
      imageChart(painter, box, picture(rows.filter((r) => r), most), {
        x: [0, length], y: [0, end], xLabel: 'x', yLabel: 't', at: step * time(session), smooth: true,
      }, colors);
    },
  };
}

function map2d(session, track, wrong) {
  return {
    id: `${wrong ? 'error' : 'state'}-${track.key}`, square: true,
    title: wrong ? `Error of ${track.label}` : track.label,
    describe: (step) => `Map of ${wrong ? 'the error of ' : ''}${track.label} at step ${step}`,
    draw(painter, box, step, colors) {
      const frame = shown(track, step);
      const values = frame && (wrong ? frame.wrong : frame.values);
      if (!values) return;
      const most = wrong ? session.scales.error : session.scales.state;
      imageChart(painter, box, plane(values, most, wrong ? maps.error : maps.state), { smooth: true }, colors);
    },
  };
}

/** Prediction, reference and error side by side. */
export function statePanels(session) {
  const map = session.dimension === 1 ? map1d : map2d;
  const models = session.tracks.filter((t) => t.key !== 'r');
  const panels = session.tracks.map((t) => map(session, t, false));
  if (session.track('r')) panels.push(...models.map((t) => map(session, t, true)));
  return session.dimension === 1 ? [curve(session), ...panels] : panels;
}

function errors(session) {
  return {
    id: 'errors', title: 'Relative L2 error against step', height: 286,
    describe: (step) => session.tracks.filter((t) => t.key !== 'r').map(
      (t) => `${t.label}: ${number(shown(t, step)?.error ?? NaN)} at step ${step}`).join(', '),
    draw(painter, box, step, colors) {
      const series = session.tracks.filter((t) => t.key !== 'r').map((t) => ({
        x: steps(session).slice(1), y: t.frames.slice(1).map((f) => f.error ?? NaN), color: colors[t.key],
      }));
      const all = series.flatMap((s) => s.y).filter((v) => v > 0 && Number.isFinite(v));
      const low = Math.min(...all, 1e-1);
      const high = Math.min(1e2, Math.max(...all, 1e-1));
      lineChart(painter, box, series, {
        x: [0, session.plan.steps], y: [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high) + 1e-9)],
        logY: true, xLabel: 'step', yLabel: 'error', at: step,
      }, colors);
    },
  };
}

function spectra(session) {
  return {
    id: 'spectra', title: 'Power spectrum at this step', height: 286,
    describe: (step) => `Power over wave number at step ${step}`,
    draw(painter, box, step, colors) {
      const series = session.tracks.filter((t) => shown(t, step)?.spectrum).map((t) => {
        const power = shown(t, step).spectrum.slice(1);
        return {
          x: power.map((_, k) => k + 1), y: power.map((p) => Math.max(p ?? NaN, 1e-30)), color: colors[t.key],
          dash: t.key === 'r' ? [] : [7, 3], width: t.key === 'r' ? 1.6 : 2,
        };
      });
      if (!series.length) return;
      const top = 10 ** Math.ceil(Math.log10(session.scales.power));
      lineChart(painter, box, series, {
        x: [1, series[0].x.length], y: [top * 1e-12, top], logX: true, logY: true,
        xLabel: session.dimension === 1 ? 'wave number' : 'wave number (shells)', yLabel: 'power',
      }, colors);
    },
  };
}

/** What the gate of the first gated model does now, over the spectrum of what it sees. */
function gate(session) {
  const track = session.tracks.find((t) => t.frames[0]?.gains);
  if (!track) return null;
  return {
    id: 'gate', title: `Gates of ${track.label}`, height: 286, color: track.key,
    describe: (step) => sentence(shown(track, step)).join('; '),
    draw(painter, box, step, colors) {
      const frame = shown(track, step);
      const columns = Math.max(...frame.gains.map((g) => g.length));
      const rows = frame.gains.map((g) => Array.from({ length: columns }, (_, k) => (k < g.length ? g[k] - 1 : undefined)));
      const left = 58;
      const map = { x: box.x + left, y: box.y + 2, w: box.w - left - 6, h: (box.h - 76) * 0.58 };
      painter.image(cells(rows, columns, session.scales.gain), map.x, map.y, map.w, map.h, false);
      painter.rect(map.x, map.y, map.w, map.h, null, colors.line);
      rows.forEach((_, b) => painter.text(`block ${b + 1}`, map.x - 6, map.y + ((b + 0.5) * map.h) / rows.length, { color: colors.soft, align: 'right' }));
      spectrumBars(painter, { x: map.x, y: map.y + map.h + 8, w: map.w, h: (box.h - 76) * 0.42 }, frame, columns, colors, colors[track.key]);
      const every = Math.ceil(columns / Math.max(4, map.w / 34));
      for (let k = 0; k < columns; k += every) {
        painter.text(String(k), map.x + ((k + 0.5) * map.w) / columns, box.y + box.h - 56, { color: colors.soft, align: 'center' });
      }
      painter.text('wave number', map.x + map.w / 2, box.y + box.h - 42, { color: colors.soft, align: 'center' });
      sentence(frame).forEach((words, i) => painter.text(words, box.x + 2, box.y + box.h - 22 + 15 * i, { color: colors.ink }));
    },
  };
}

function spectrumBars(painter, box, frame, columns, colors, color) {
  const power = frame.spectrum.slice(0, columns).map((p) => Math.log10(Math.max(p ?? 0, 1e-30)));
  const top = Math.max(...power);
  power.forEach((p, k) => {
    const h = Math.max(0, 1 - (top - p) / 8) * box.h; // eight decades
    painter.rect(box.x + (k * box.w) / columns + 1, box.y + box.h - h, Math.max(1, box.w / columns - 2), h, color);
  });
  painter.line([[box.x, box.y + box.h], [box.x + box.w, box.y + box.h]], colors.line, 1);
  painter.text('power', box.x - 6, box.y + box.h / 2, { color: colors.soft, align: 'right' });
}

/** The strongest amplification and damping in words. */
function sentence(frame) {
  let up = { gain: -Infinity };
  let down = { gain: Infinity };
  frame.gains.forEach((gains, block) => gains.forEach((gain, k) => {
    if (gain > up.gain) up = { gain, block, k };
    if (gain < down.gain) down = { gain, block, k };
  }));
  const words = (x) => `block ${x.block + 1}, k = ${x.k} by ${x.gain.toFixed(3)}`;
  return [`Most amplified: ${words(up)}`, `Most damped: ${words(down)}`];
}

/** Curves about the trajectories. */
export function chartPanels(session) {
  const panels = [spectra(session)];
  if (session.track('r')) panels.unshift(errors(session));
  const gated = gate(session);
  return gated ? [...panels, gated] : panels;
}
