// The form: which equation, models and initial state; kept in the page's address.

import { fitted, initial, upload } from './api.js';
import { cases, labels, telling } from './cases.js';
import { Conditions } from './conditions.js';
import { Sketch } from './draw.js';
import { formulaLines } from './formula.js';
import { NetworkDialog } from './network.js';
import { earlier } from './npy.js';
import { randomWaves } from './random.js';
import { RangeNote } from './range.js';
import { about } from './fields.js';
import { centre, field, label, middle, sliced } from './shape.js';
import { pack, readState, unpack, writeState } from './state.js';

const at = (id) => document.getElementById(id);
const MOST_STEPS = 2000;

export class Controls {
  constructor({ models, limits, device }, benchmarks, onMessage, onRerun) {
    this.models = models;
    this.device = device;
    this.onMessage = onMessage;
    this.conditions = new Conditions(() => { this.preview(); onRerun(); }, onMessage);
    this.uploaded = null;
    this.benchmarks = cases(models, benchmarks);
    at('steps').max = Math.min(MOST_STEPS, limits.steps);
    this.sketch = new Sketch(() => this.preview());
    this.range = new RangeNote(() => this.fit());
    this.networks = new NetworkDialog(onMessage);
    this.wire();
    this.fill(readState());
  }

  wire() {
    at('benchmark').addEventListener('change', () => { this.chooseBenchmark(); this.chooseKind(); this.preview(); });
    at('model-a').addEventListener('change', () => { this.chooseModel(); this.preview(); });
    at('field').addEventListener('change', () => { this.show(); this.saved(); });
    at('dice').addEventListener('click', () => { at('seed').value = Math.floor(Math.random() * 100000); this.preview(); });
    for (const id of ['seed', 'modes', 'amplitude']) at(id).addEventListener('change', () => this.preview());
    for (const id of ['modes', 'amplitude']) at(id).addEventListener('input', () => this.outputs());
    at('model-b').addEventListener('change', () => { this.chooseConditions(); this.saved(); });
    for (const id of ['steps', 'profile']) at(id).addEventListener('change', () => this.saved());
    for (const radio of document.getElementsByName('kind')) {
      radio.addEventListener('change', () => { this.chooseKind(); this.preview(); });
    }
    at('clear').addEventListener('click', () => { this.sketch.clear(); this.preview(); });
    at('file').addEventListener('change', () => this.take());
  }

  /** Sets everything to what an address says. */
  fill(state) {
    this.conditions.text = state.c;
    options(at('benchmark'), this.benchmarks.map((b) => [b.id, `${b.heading} ${b.title}`]));
    const stated = this.benchmarks.filter((b) => b.id === state.e || b.heading === state.e || b.members.includes(state.e));
    at('benchmark').value = (stated.find((b) => b.members.includes(state.a)) || stated[0] || telling(this.benchmarks, this.models)).id;
    this.chooseBenchmark();
    for (const [id, name] of [['model-a', state.a], ['model-b', state.b]]) {
      if (this.choices().some((m) => m.name === name)) at(id).value = name;
    }
    if (state.b === '' && state.a !== '') at('model-b').value = '';
    this.chooseModel();
    if (state.f && state.f < this.model('model-a').channels) at('field').value = state.f;
    if (state.n) at('steps').value = state.n;
    if (!at('profile').disabled && ['fast', 'reference', 'none'].includes(state.p)) at('profile').value = state.p;
    at('seed').value = state.s;
    if (state.m) at('modes').value = state.m;
    if (state.r) at('amplitude').value = state.r;
    const kind = document.querySelector(`input[name=kind][value="${CSS.escape(state.i)}"]`);
    if (kind && state.i !== 'upload') kind.checked = true;
    const drawn = state.d && unpack(state.d, Sketch.size(this.benchmark.dimension));
    if (drawn) this.sketch.drawing = drawn;
    this.chooseKind();
    this.step = Number(state.t) || 0;
    this.within = state.w === '1';
  }

  /** Shows what an address says: the state, moved if it was. */
  async open() {
    await this.preview();
    if (this.within) await this.fit();
  }

  /** One model by itself, with the case that its data are of. */
  choose(name) {
    at('benchmark').value = this.benchmarks.find((b) => b.members.includes(name)).id;
    this.chooseBenchmark();
    at('model-a').value = name;
    at('model-b').value = '';
    this.chooseModel();
    this.chooseKind();
    this.preview();
  }

  get benchmark() {
    return this.benchmarks.find((b) => b.id === at('benchmark').value);
  }

  get kind() {
    return document.querySelector('input[name=kind]:checked').value;
  }

  choices() {
    return this.models.filter((m) => this.benchmark.members.includes(m.name));
  }

  model(id) {
    return this.models.find((m) => m.name === at(id).value);
  }

  chooseBenchmark() {
    const b = this.benchmark;
    const names = this.choices();
    names.sort((p, q) => (q.model === 'tfsno') - (p.model === 'tfsno') || p.name.localeCompare(q.name));
    const list = names.map((m) => [m.name, m.name]);
    options(at('model-a'), list);
    options(at('model-b'), [['', 'none'], ...list]);
    const { history, burnIn } = names[0].conditions;
    const alike = names.slice(1).find((m) => m.conditions.history === history && m.conditions.burnIn === burnIn);
    at('model-b').value = alike ? alike.name : '';
    at('steps').value = Math.min(b.steps, 100);
    at('modes').value = b.modes;
    at('amplitude').value = Math.round((100 * (b.amplitude[0] + b.amplitude[1])) / 2 / this.mostAmplitude());
    at('draw-hint').textContent = b.dimension === 1
      ? 'Draw the curve. Keys: arrows, + and -.' : 'Paint; hold shift for negative values. Keys: arrows, + and -.';
    this.chooseModel();
    this.outputs();
  }

  /** Fits the form to the fields and the grid of model A. */
  chooseModel() {
    const model = this.model('model-a');
    const kept = at('field').value;
    options(at('field'), model.fields.map((f, c) => [String(c), label(f)]));
    if (kept && kept < model.channels) at('field').value = kept;
    at('field-choice').hidden = model.channels === 1;
    const points = model.axes.map((a) => a.points);
    at('file-shape').textContent = `[${model.channels > 1 ? [model.channels, ...points].join(', ') : points.join(', ')}]`;
    const draw = document.querySelector('input[name=kind][value=draw]');
    draw.disabled = model.dimension > 2;
    if (draw.disabled && draw.checked) document.querySelector('input[name=kind][value=random]').checked = true;
    const { history } = model.conditions;
    if (history > 1) at('file-shape').textContent = `[${[history, model.channels, ...points].join(', ')}]`;
    this.chooseConditions();
    this.describe(model);
    this.uploaded = null;
    this.history = null;
    this.values = null;
    this.sketch.setAxes(model.axes);
    this.sketch.enable(this.kind === 'draw');
  }

  chooseConditions() {
    this.conditions.choose([this.model('model-a'), this.model('model-b')]);
    this.networks.offer((side) => this.model(side));
  }

  /** What is known of the law, and whether the solver can follow it. */
  describe(model) {
    const b = this.benchmark;
    const given = new Set([...model.conditions.parameters, ...model.conditions.hidden].map((p) => p.name));
    const numbers = Object.entries(b.parameters).filter(([name]) => !given.has(name))
      .map(([name, v]) => `${name} = ${Number(v.toPrecision(4))}`);
    if (given.size) numbers.push(`${[...given].join(', ')}: see below`);
    at('formula').replaceChildren(...(b.formula
      ? formulaLines(b.formula, numbers.join(', ')) : ['Unknown equation: no solver to compare with.']));
    const { solver } = model.conditions;
    at('profile').disabled = !solver;
    if (!solver) at('profile').value = 'none';
  }

  /** The field that the small picture shows and that is drawn on. */
  get field() {
    return Number(at('field').value) || 0;
  }

  show(values = this.values) {
    this.values = values;
    const { axes } = this.model('model-a');
    const seen = values && sliced(field(values, axes, this.field), axes, middle(axes));
    this.sketch.show(seen, centre(this.model('model-a'), this.field));
  }

  mostAmplitude() {
    return 2 * this.benchmark.amplitude[1];
  }

  amplitude() {
    return Number(((at('amplitude').value / 100) * this.mostAmplitude()).toPrecision(3));
  }

  outputs() {
    at('modes-out').value = at('modes').value;
    at('amplitude-out').value = this.amplitude();
  }

  chooseKind() {
    for (const part of document.querySelectorAll('[data-kinds]')) {
      part.hidden = !part.dataset.kinds.split(' ').includes(this.kind);
    }
    this.sketch.enable(this.kind === 'draw');
    this.outputs();
  }

  /** The initial state as a request gives it; an error in words if there is none yet. */
  initial() {
    return this.moved ? { values: Array.from(this.moved) } : this.chosen();
  }

  /** The same as it was chosen, before it was moved. */
  chosen() {
    const seed = Number(at('seed').value);
    const model = this.model('model-a');
    if (this.kind === 'random' || this.kind === 'sliders') {
      const sliders = this.kind === 'sliders' ? { modes: Number(at('modes').value), amplitude: this.amplitude() } : {};
      if (model.benchmark) return { seed, ...sliders };
      return { channels: randomWaves(model, seed, sliders.modes || this.benchmark.modes, sliders.amplitude || 1) };
    }
    if (this.kind === 'draw') {
      if (this.sketch.isEmpty) throw new Error('Draw something first: drag over the dashed field.');
      if (model.benchmark) return { values: this.sketch.state(0, 3 * this.benchmark.amplitude[1]) };
      return {
        channels: model.fields.map((_, c) => (c === this.field
          ? { values: this.sketch.state(model.mean[c], 3 * model.deviation[c]) } : { mean: model.mean[c] })),
      };
    }
    if (!this.uploaded) throw new Error('Choose a .npy file first.');
    return { values: Array.from(this.uploaded.values) };
  }

  /** Shows the state that would be started from, and whether the model knows its like. */
  async preview() {
    this.moved = null;
    this.sketch.cover(null);
    this.saved();
    if (this.kind === 'upload') this.show(this.uploaded?.values);
    if (this.kind === 'draw' && this.sketch.isEmpty) this.sketch.paint();
    if (this.hasNone()) { this.range.hide(); return; }
    try {
      const state = this.kind === 'upload' ? this.uploaded : await this.ask(initial);
      if (!state) return;
      if (this.kind !== 'draw') this.show(state.values);
      this.range.show(state.range, this.model('model-a').conditions.history === 1, false);
    } catch (e) {
      this.range.hide();
      this.onMessage(e);
    }
  }

  hasNone() {
    return (this.kind === 'draw' && this.sketch.isEmpty) || (this.kind === 'upload' && !this.uploaded);
  }

  /** What the service makes of the chosen state; null if another one has been chosen meanwhile. */
  async ask(what) {
    const model = this.model('model-a');
    const { parameters, hidden } = model.conditions.solver ? this.conditions.of(model) : {};
    const asked = JSON.stringify([model.name, this.chosen(), parameters, hidden, what.name]);
    this.asked = asked;
    const state = await what(model.name, this.chosen(), { parameters, hidden });
    return this.asked === asked ? state : null;
  }

  /** Moves the state to where the training states lie. */
  async fit() {
    try {
      const state = await this.ask(fitted);
      if (!state) return;
      this.moved = state.values;
      const { axes } = this.model('model-a');
      if (this.kind === 'draw') this.sketch.cover(this.about(state.values, axes));
      else this.show(state.values);
      this.range.show(state.range, false, true);
      this.saved();
    } catch (e) {
      this.onMessage(e);
    }
  }

  /** What the small picture shows of a state. */
  about(values, axes) {
    return about(sliced(field(values, axes, this.field), axes, middle(axes)), centre(this.model('model-a'), this.field));
  }

  async take() {
    const file = at('file').files[0];
    if (!file) return;
    try {
      const model = this.model('model-a');
      this.uploaded = await upload(model.name, file);
      this.history = model.conditions.history > 1 ? await earlier(model, file) : null;
      this.onMessage(null);
    } catch (e) {
      this.uploaded = null;
      this.onMessage(e);
    }
    this.preview();
  }

  plan() {
    const a = this.model('model-a');
    const b = this.model('model-b');
    if (b && a.conditions.history !== b.conditions.history) {
      throw new Error(`${a.name} starts from ${a.conditions.history} states and ${b.name} from ${b.conditions.history}: run them one after the other.`);
    }
    if (b && this.startsApart(a, b)) {
      throw new Error(`Random states of ${a.name} are ${a.conditions.burnIn} steps old and those of ${b.name} ${b.conditions.burnIn}: run them one after the other.`);
    }
    return {
      benchmark: this.benchmark,
      models: { a, b },
      labels: labels(a, b),
      steps: Number(at('steps').value),
      profile: at('profile').value,
      initial: this.initial(),
      given: { a: this.given(a), b: b && this.given(b) },
    };
  }

  /** Whether the same random state is followed further for one model than for the other. */
  startsApart(a, b) {
    return 'seed' in this.initial() && a.conditions.burnIn !== b.conditions.burnIn;
  }

  /** What a model is given in addition to the initial state. */
  given(model) {
    const history = this.kind === 'upload' && model.conditions.history > 1 ? this.history : null;
    if (model.conditions.history > 1 && !history && !model.conditions.solver) {
      throw new Error(`${model.name} sees the last ${model.conditions.history} states: upload them, the oldest first.`);
    }
    return { ...this.conditions.of(model), ...(history ? { history } : {}) };
  }

  saved(step) {
    if (step !== undefined) this.step = step;
    writeState({
      e: at('benchmark').value, a: at('model-a').value, b: at('model-b').value, n: at('steps').value,
      p: at('profile').value, i: this.kind, s: at('seed').value,
      m: this.kind === 'sliders' ? at('modes').value : '',
      r: this.kind === 'sliders' ? at('amplitude').value : '',
      d: this.kind === 'draw' && !this.sketch.isEmpty ? pack(this.sketch.drawing) : '',
      f: at('field').value === '0' ? '' : at('field').value,
      t: this.step || '',
      c: this.conditions.text,
      w: this.moved ? '1' : '',
    });
  }
}

function options(select, list) {
  select.replaceChildren(...list.map(([value, text]) => new Option(text, value)));
}
