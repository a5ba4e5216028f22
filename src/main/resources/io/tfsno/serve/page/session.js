// One comparison: the trajectories of the models and of the solver, as they arrive.

import { stream } from './api.js';
import { about, difference, largest, relativeError } from './fields.js';
import { centre, field, middle } from './shape.js';

class Track {
  constructor(key, label, path, body) {
    Object.assign(this, { key, label, path, body, head: null, frames: [], done: false, failure: null });
  }

  /** One field at every step so far. */
  states(channel) {
    return this.frames.map((f) => field(f.values, this.head.axes, channel));
  }

  /** The usual time of a step, in seconds. */
  get secondsPerStep() {
    const times = this.frames.slice(1).map((f) => f.seconds).sort((p, q) => p - q);
    return times.length ? times[times.length >> 1] : NaN;
  }
}

export class Session {
  /** @param plan {benchmark, models: {a, b}, given: {a, b}, steps, profile, initial, labels} */
  constructor(plan, onChange) {
    this.plan = plan;
    this.onChange = onChange;
    this.stopper = new AbortController();
    const { a } = plan.models;
    this.scales = {
      state: a.fields.map((_, c) => (a.benchmark ? 1e-9 : a.deviation[c])), // a constant field is one, not noise
      error: a.fields.map(() => 1e-9),
      gain: 1e-9,
      memory: 1e-3, // gains with and without the code
      power: 1e-30,
    };
    this.centres = this.fields.map((_, c) => centre(plan.models.a, c));
    this.slice = middle(this.axes);
    this.tracks = [];
    const common = { steps: plan.steps, initial: plan.initial, spectra: true };
    for (const key of ['a', 'b']) {
      const model = plan.models[key];
      if (model) {
        const body = { model: model.name, ...common, ...plan.given[key], gates: model.model === 'tfsno', memory: Boolean(model.memory) };
        this.tracks.push(new Track(key, plan.labels[key], 'api/rollout', body));
      }
    }
    if (plan.profile !== 'none') {
      const body = { model: plan.models.a.name, ...common, ...plan.given.a, profile: plan.profile };
      this.tracks.push(new Track('r', 'Solver', 'api/solve', body));
    }
  }

  track(key) {
    return this.tracks.find((t) => t.key === key);
  }

  get axes() {
    return this.plan.models.a.axes;
  }

  get fields() {
    return this.plan.models.a.fields;
  }

  get dimension() {
    return this.axes.length;
  }

  /** What the colours of a field end at: the largest of all states, or of the one that is shown. */
  stateScale(channel, step) {
    if (!this.follow) return this.scales.state[channel];
    const track = this.track('r') || this.tracks[0];
    return this.extent(track, step, channel, 'values', this.centres[channel]) || this.scales.state[channel];
  }

  /** The same of the errors, one scale for all models. */
  errorScale(channel, step) {
    if (!this.follow) return this.scales.error[channel];
    const most = 2 * this.stateScale(channel, step);
    const sizes = this.tracks.filter((t) => t.key !== 'r').map((t) => this.extent(t, step, channel, 'wrong', 0));
    return Math.min(most, Math.max(...sizes)) || this.scales.error[channel];
  }

  extent(track, step, channel, key, middle) {
    const values = track.frames[Math.min(step, track.frames.length - 1)]?.[key];
    return values ? largest(about(field(values, track.head.axes, channel), middle)) : 0;
  }

  /** Steps that all trajectories have reached. */
  get latest() {
    const alive = this.tracks.filter((t) => !t.failure);
    return alive.length ? Math.min(...alive.map((t) => t.frames.length)) - 1 : -1;
  }

  get finished() {
    return this.tracks.every((t) => t.done || t.failure);
  }

  async run() {
    await Promise.all(this.tracks.map((t) => this.fetch(t)));
  }

  async fetch(track) {
    try {
      await stream(track.path, track.body, {
        signal: this.stopper.signal,
        onHead: (head) => { track.head = head; },
        onFrame: (frame) => this.add(track, frame),
      });
      track.done = true;
    } catch (e) {
      if (e.name === 'AbortError') return;
      track.failure = e;
    }
    this.onChange(this);
  }

  add(track, frame) {
    track.frames.push(frame);
    if (track.key === 'r' || !this.track('r')) {
      this.widen(this.scales.state, track, frame.values, this.centres);
    }
    this.scales.power = Math.max(this.scales.power, largest(frame.spectrum.slice(1)));
    for (const gains of frame.gains || []) {
      for (const g of gains) this.scales.gain = Math.max(this.scales.gain, Math.abs(g - 1));
    }
    if (frame.gains_mean_code) {
      const both = [...frame.gains, ...frame.gains_mean_code].flat().map((g) => g - 1);
      this.scales.memory = Math.max(this.scales.memory, largest(both));
    }
    const reference = this.track('r');
    if (reference) {
      for (const t of track.key === 'r' ? this.tracks : [track]) this.score(t, reference, frame.step);
    }
    this.onChange(this);
  }

  widen(scale, track, values, centres, most = () => Infinity) {
    this.fields.forEach((_, c) => {
      const size = largest(about(field(values, track.head.axes, c), centres[c]));
      scale[c] = Math.max(scale[c], Math.min(size, most(c)));
    });
  }

  /** Adds error and its share of the scale to a state once its truth is there, too. */
  score(track, reference, step) {
    const state = track.frames[step];
    const truth = reference.frames[step];
    if (track === reference || !state || !truth || state.values.length !== truth.values.length) return;
    state.error = relativeError(state.values, truth.values);
    state.errors = this.fields.map((_, c) => relativeError(
      field(state.values, track.head.axes, c), field(truth.values, track.head.axes, c)));
    state.wrong = difference(state.values, truth.values);
    // A model that leaves all bounds must not wash out what the others show.
    this.widen(this.scales.error, track, state.wrong, [], (c) => 2 * this.scales.state[c]);
  }

  stop() {
    this.stopper.abort();
  }
}
