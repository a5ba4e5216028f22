// Controls for what models are given in addition to the initial state: parameters, time, known fields.

import { parts, readNpy } from './npy.js';
import { label } from './shape.js';

const at = (id) => document.getElementById(id);

/** A number with few digits on a grid that is fine against a deviation. */
function rounded(value, deviation) {
  const digits = Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(deviation))));
  return Number(value.toFixed(digits));
}

/** Where the training data lie, or two deviations about their mean if the model says no more. */
export function range({ mean, deviation, range: seen }) {
  const { low, high } = seen ?? { low: mean - 2 * deviation, high: mean + 2 * deviation };
  const scale = deviation ?? (high - low) / 4;
  const ends = [low, high].map((v) => rounded(v, scale));
  return { low: ends[0], high: ends[1], start: rounded(mean ?? (low + high) / 2, scale), step: 10 ** (Math.floor(Math.log10(scale)) - 2) };
}

export class Conditions {
  /**
   * @param onChange called when a value has been changed
   * @param onMessage called with errors, and with null
   */
  constructor(onChange, onMessage) {
    this.onChange = onChange;
    this.onMessage = onMessage;
    this.values = {};
    this.stated = new Set(); // parameters whose values somebody has chosen
    this.uploads = {};
    this.time = 0;
    this.models = [];
  }

  /** Shows a control for all that any of these models is given. */
  choose(models) {
    this.models = models.filter((m) => m);
    const all = (kind) => [...new Map(this.models.flatMap((m) => m.conditions[kind]).map((c) => [c.name, c])).values()];
    const timed = this.models.some((m) => m.conditions.time);
    this.uploads = {};
    const told = all('parameters');
    const rows = [
      ...told.map((p) => this.parameter(p)),
      ...all('hidden').filter((h) => !told.some((p) => p.name === h.name)).map((h) => this.parameter(h)),
      ...(timed ? [this.clock()] : []),
      ...all('fields').map((f) => this.upload(f)),
    ];
    at('conditions').hidden = rows.length === 0;
    at('condition-list').replaceChildren(...rows);
  }

  parameter(p) {
    const { low, high, start, step } = range(p);
    if (!this.stated.has(p.name)) this.values[p.name] = start;
    const value = this.values[p.name];
    const number = input('number', `parameter-${p.name}`, { value, step: 'any', required: true });
    const slider = input('range', `slider-${p.name}`, { min: low, max: high, step, value });
    slider.setAttribute('aria-label', `${p.name} from ${low} to ${high}, as in most of the training data`);
    const note = Object.assign(element('p', 'range'), { textContent: `Outside the training range, ${low} to ${high}.` });
    note.dataset.inside = false;
    const judge = () => { note.hidden = !p.range || (this.values[p.name] >= low && this.values[p.name] <= high); };
    const take = (from, to) => {
      if (from.value === '') return;
      this.state(p.name, Number(from.value));
      to.value = from.value;
      judge();
    };
    judge();
    slider.addEventListener('input', () => take(slider, number));
    number.addEventListener('input', () => take(number, slider));
    for (const control of [slider, number]) control.addEventListener('change', () => this.onChange());
    const blind = this.models.filter((m) => m.conditions.hidden.some((h) => h.name === p.name)).map((m) => m.name);
    const row = element('div', 'parameter', caption(number.id, label(p)), number, slider, note);
    if (blind.length) row.append(Object.assign(element('p', 'hint'), { textContent: `Hidden from ${blind.join(' and ')}: only the solver is told.` }));
    if (p.mean !== undefined) row.title = `training data: mean ${p.mean.toPrecision(3)}, deviation ${p.deviation.toPrecision(3)}`;
    return row;
  }

  state(name, value) {
    this.values[name] = value;
    this.stated.add(name);
  }

  clock() {
    const number = input('number', 'start-time', { value: this.time, step: 'any', required: true });
    number.addEventListener('change', () => { this.time = Number(number.value); this.onChange(); });
    return element('div', 'parameter', caption(number.id, 'Start time'), number);
  }

  upload(field) {
    const points = this.models[0].axes.map((a) => a.points).join(', ');
    const file = input('file', `condition-${field.name}`, { accept: '.npy' });
    file.addEventListener('change', () => this.take(field.name, file.files[0]));
    return element('div', 'options', caption(file.id, `${label(field)} [${points}], or [steps, ${points}]`), file);
  }

  async take(name, file) {
    delete this.uploads[name];
    if (!file) return;
    try {
      const { shape, values } = await readNpy(file);
      const changes = shape.length > this.models[0].dimension;
      this.uploads[name] = changes ? parts(values, shape[0]) : values;
      this.onMessage(null);
      if (this.missing().length === 0) this.onChange();
    } catch (e) {
      this.onMessage(e);
    }
  }

  /** Names of the known fields that nobody has given yet. */
  missing() {
    return this.models.flatMap((m) => m.conditions.fields).map((f) => f.name).filter((n) => !(n in this.uploads));
  }

  /** What a request for a model says; an error in words if something is not there yet. */
  of(model) {
    const { parameters, hidden, fields, time } = model.conditions;
    const pick = (list, from) => Object.fromEntries(list.map(({ name }) => [name, from[name]]));
    const missing = fields.filter((f) => !(f.name in this.uploads)).map((f) => f.name);
    if (missing.length) throw new Error(`Choose a .npy file for ${missing.join(' and ')} first.`);
    return {
      ...(parameters.length ? { parameters: pick(parameters, this.values) } : {}),
      ...(hidden.length ? { hidden: pick(hidden, this.values) } : {}),
      ...(fields.length ? { fields: pick(fields, this.uploads) } : {}),
      ...(time ? { time: this.time } : {}),
    };
  }

  /** The numbers as text for an address, and back. */
  get text() {
    const shown = this.models.flatMap((m) => [...m.conditions.parameters, ...m.conditions.hidden]).map((p) => [p.name, this.values[p.name]]);
    const timed = this.models.some((m) => m.conditions.time);
    return shown.length || timed ? JSON.stringify({ ...Object.fromEntries(shown), ...(timed ? { '': this.time } : {}) }) : '';
  }

  set text(text) {
    try {
      const { '': time, ...values } = JSON.parse(text || '{}');
      for (const [name, value] of Object.entries(values)) if (Number.isFinite(value)) this.state(name, value);
      if (Number.isFinite(time)) this.time = time;
    } catch {
      // an address that somebody has cut
    }
  }
}

function input(type, id, attributes) {
  const made = Object.assign(document.createElement('input'), { type, id });
  return Object.assign(made, attributes);
}

function caption(id, text) {
  return Object.assign(document.createElement('label'), { htmlFor: id, textContent: text });
}

function element(name, kind, ...children) {
  const made = Object.assign(document.createElement(name), { className: kind });
  made.append(...children);
  return made;
}
