// Whether the initial state is like those that the model was trained on, in words and with a remedy.

import { number } from './charts.js';

const at = (id) => document.getElementById(id);
const span = ({ low, high }) => `${number(low)} to ${number(high)}`;

/** What of a field lies outside, in words. */
function outside(field, several) {
  const words = [];
  if (!field.mean.inside) words.push(`mean ${number(field.mean.value)}, seen ${span(field.mean)}`);
  if (!field.deviation.inside) words.push(`deviation ${number(field.deviation.value)}, seen ${span(field.deviation)}`);
  if (field.spectrum && !field.spectrum.inside) {
    words.push(`${number(100 * field.spectrum.excess)} % of its power at wave numbers where training states had less`);
  }
  return words.map((w) => (several ? `${field.name}: ${w}` : w));
}

export class RangeNote {
  constructor(onFit) {
    this.box = at('range');
    this.text = at('range-text');
    this.button = at('fit');
    this.button.addEventListener('click', onFit);
    this.hide();
  }

  hide() {
    this.box.hidden = true;
  }

  /**
   * @param range of the service, null where the model does not know its training states
   * @param fits whether the button can help
   */
  show(range, fits, wasMoved) {
    this.box.hidden = false;
    const words = range ? range.flatMap((f) => outside(f, range.length > 1)) : [];
    const inside = range && words.length === 0;
    this.box.dataset.inside = range ? String(inside) : 'unknown';
    this.button.hidden = !words.length || !fits;
    if (!range) this.text.textContent = 'Training range: unknown for this model.';
    else if (inside) this.text.textContent = wasMoved ? 'Moved inside the training range.' : 'Inside the training range.';
    else this.text.textContent = `Outside the training range: ${words.join('; ')}.`;
  }
}
