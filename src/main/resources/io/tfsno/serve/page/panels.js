// The pictures of a comparison at one step. Each panel draws itself on any painter, so that the
// page and an exported figure are the same.

import { imageChart, lineChart, number, percent } from './charts.js';
import { maps } from './colors.js';
import { about, largest, plane, spaceTime } from './fields.js';
import { gatePanel } from './gates.js';
import { memoryPanels } from './memory.js';
import { aspect, field, label, sliced, sliceText } from './shape.js';

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

/** The only field needs no name; the first of several keeps the short id. */
const several = (session) => session.fields.length > 1;
const named = (session, channel, words) => (several(session) ? `${session.fields[channel].name}: ${words}` : words);
const errorOf = (session, track) => `${several(session) ? 'error' : 'Error'} of ${track.label}`;
const identifier = (words, channel) => (channel ? `${words}-${channel}` : words);

/** Room for ticks to the left of a picture and below it. */
const MARGIN = { left: 36, bottom: 32, top: 6, right: 8 };

/** Values along the axis of a line, with those at its end where it is periodic. */
function along(y, axis) {
  return { x: Array.from(y, (_, i) => (i / y.length) * axis.length), y };
}

function curve(session, channel) {
  const name = session.fields[channel].name;
  const compared = session.track('r') && session.tracks.length > 1;
  return {
    id: identifier('curve', channel), title: `${several(session) ? name : 'State'} along ${session.axes[0].name}`,
    wide: true, strip: true, span: compared ? Math.max(1, session.tracks.length - 1) : undefined,
    describe: (step) => `Curves of ${several(session) ? name : 'the state'} at step ${step}`,
    draw(painter, box, step, colors) {
      const [axis] = session.axes;
      const most = session.scales.state[channel] * 1.08;
      const middle = session.centres[channel];
      const series = session.tracks.filter((t) => shown(t, step)).map((t) => ({
        ...along(field(shown(t, step).values, t.head.axes, channel), axis), color: colors[t.key],
        dash: t.key === 'r' ? [] : [7, 3], width: t.key === 'r' ? 1.6 : 2,
      }));
      series.sort((p, q) => p.dash.length - q.dash.length);
      lineChart(painter, box, series, {
        x: [0, axis.length], y: [middle - most, middle + most], xLabel: axis.name, yLabel: label(session.fields[channel]),
      }, colors);
    },
  };
}

/** Curves that coincide in the picture next to this one: how far each is from the solver. */
function differences(session, channel) {
  const models = session.tracks.filter((t) => t.key !== 'r');
  return {
    id: identifier('difference', channel), title: named(session, channel, `${several(session) ? 'd' : 'D'}ifference from the solver`),
    wide: true, strip: true, span: 1,
    describe: (step) => `Prediction minus solution along ${session.axes[0].name} at step ${step}, at most ${
      models.map((t) => `${number(largest(wrong(t, step, channel)))} of ${t.label}`).join(', ')}`,
    draw(painter, box, step, colors) {
      const [axis] = session.axes;
      const series = models.filter((t) => shown(t, step)?.wrong)
        .map((t) => ({ ...along(wrong(t, step, channel), axis), color: colors[t.key], width: 1.6 }));
      const most = Math.max(1e-9, ...series.map((s) => largest(s.y))) * 1.08;
      lineChart(painter, box, series, { x: [0, axis.length], y: [-most, most], xLabel: axis.name, yLabel: 'difference' }, colors);
    },
  };
}

function wrong(track, step, channel) {
  const values = shown(track, step)?.wrong;
  return values ? field(values, track.head.axes, channel) : [];
}

function map1d(session, track, isError, channel) {
  const [axis] = session.axes;
  const picture = kept((rows, most) => spaceTime(rows, session.plan.steps, most, isError ? maps.error : maps.state));
  return {
    ...mapTitle(session, track, isError, channel), map: true,
    describe: () => named(session, channel, `Space-time map of ${isError ? 'the error of ' : ''}${track.label}`),
    draw(painter, box, step, colors) {
      const rows = isError
        ? track.frames.map((f) => f.wrong && field(f.wrong, track.head.axes, channel))
        : track.states(channel).map((s) => about(s, session.centres[channel]));
      if (!rows[0]) return;
      const most = (isError ? session.scales.error : session.scales.state)[channel];
      const end = session.plan.steps * time(session);
      imageChart(painter, box, picture(rows.filter((r) => r), most), {
        x: [0, axis.length], y: [0, end], xLabel: axis.name, yLabel: 't', at: step * time(session), smooth: true,
      }, colors);
    },
  };
}

/** What a map is called, with the error of a model at the step that is shown. */
function mapTitle(session, track, isError, channel) {
  const scored = !isError && track.key !== 'r' && session.track('r');
  return {
    id: identifier(`${isError ? 'error' : 'state'}-${track.key}`, channel), key: isError ? undefined : track.key,
    order: isError ? 4 : track.key === 'r' ? 1 : 3,
    title: named(session, channel, isError ? errorOf(session, track) : track.label),
    score: scored ? (step) => percent(shown(track, step)?.errors?.[channel]) : undefined,
  };
}

/** A plane, or a slice of a body. */
function map2d(session, track, isError, channel) {
  return {
    ...mapTitle(session, track, isError, channel), aspect: aspect(session.axes), margin: MARGIN,
    describe: (step) => [
      named(session, channel, `Map of ${isError ? 'the error of ' : ''}${track.label} at step ${step}`),
      sliceText(session.axes, session.slice)].filter((w) => w).join(', '),
    draw(painter, box, step, colors) {
      const frame = shown(track, step);
      const values = frame && (isError ? frame.wrong : frame.values);
      if (!values) return;
      const most = isError ? session.errorScale(channel, step) : session.stateScale(channel, step);
      const { axes } = track.head;
      const seen = about(sliced(field(values, axes, channel), axes, session.slice), isError ? 0 : session.centres[channel]);
      const [x, y] = session.axes;
      imageChart(painter, box, plane(seen, axes[1].points, most, isError ? maps.error : maps.state), {
        x: [0, x.length], y: [y.length, 0], xLabel: x.name, yLabel: y.name, margin: MARGIN, smooth: true,
      }, colors);
    },
  };
}

/**
 * A list for each field: curves, then the solver's states and those of the models, then in the same
 * columns the error against the step and the errors of the models.
 */
export function statePanels(session) {
  const map = session.dimension === 1 ? map1d : map2d;
  const models = session.tracks.filter((t) => t.key !== 'r');
  const truth = session.track('r');
  return session.fields.map((_, c) => {
    const panels = [...(truth ? [truth] : []), ...models].map((t) => map(session, t, false, c));
    if (truth && models.length) panels.push(errors(session, c), ...models.map((t) => map(session, t, true, c)));
    if (session.dimension > 1) return panels;
    return [curve(session, c), ...(truth && models.length ? [differences(session, c)] : []), ...panels];
  });
}

function errors(session, channel) {
  const of = (t) => t.frames.slice(1).map((f) => f.errors?.[channel] ?? NaN);
  const models = session.tracks.filter((t) => t.key !== 'r');
  return {
    id: identifier('errors', channel), title: named(session, channel, several(session) ? 'error against step' : 'Error against step'),
    order: 2, map: session.dimension === 1, below: session.dimension === 1 ? undefined : aspect(session.axes), margin: MARGIN,
    describe: (step) => `Relative L2 error. ${models.map(
      (t) => `${t.label}: ${number(shown(t, step)?.errors?.[channel] ?? NaN)} at step ${step}`).join(', ')}`,
    draw(painter, box, step, colors) {
      const series = models.map((t) => ({ x: steps(session).slice(1), y: of(t), color: colors[t.key] }));
      const all = series.flatMap((s) => s.y).filter((v) => v > 0 && Number.isFinite(v));
      const low = Math.min(...all, 1e-1);
      const high = Math.min(1e2, Math.max(...all, 1e-1));
      lineChart(painter, box, series, {
        x: [0, session.plan.steps], y: [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high) + 1e-9)],
        logY: true, whole: true, xLabel: 'step', yLabel: 'relative L2 error', at: step,
      }, colors);
    },
  };
}

function spectra(session) {
  return {
    id: 'spectra', height: 286,
    title: `Power spectrum at this step${session.axes.some((a) => a.boundary === 'wall') ? ', as if periodic' : ''}`,
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

/** Curves about the trajectories. */
export function chartPanels(session) {
  const gated = gatePanel(session, shown);
  return [spectra(session), ...(gated ? [gated] : []), ...memoryPanels(session, shown)];
}
