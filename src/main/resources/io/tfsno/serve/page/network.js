// The network of a model, drawn from its specification.

import { network } from './api.js';

const at = (id) => document.getElementById(id);

export class NetworkDialog {
  constructor(onMessage) {
    this.onMessage = onMessage;
    at('network').addEventListener('close', () => this.forget());
  }

  /** Offers the drawings of the models that have one; `chosen` gives the model of a side. */
  offer(chosen) {
    for (const side of ['a', 'b']) {
      const model = chosen(`model-${side}`);
      const button = at(`network-${side}`);
      button.hidden = !model?.drawn;
      button.onclick = () => this.show(model);
    }
  }

  async show({ name, parameters }) {
    try {
      this.url = URL.createObjectURL(await network(name));
    } catch (e) {
      this.onMessage(e);
      return;
    }
    at('network-title').textContent = `Network of ${name}, ${parameters.toLocaleString('en')} parameters`;
    at('network-drawing').src = this.url;
    at('network-drawing').alt = `Levels, blocks and maps of ${name}`;
    at('network-save').href = this.url;
    at('network-save').download = `${name}.svg`;
    at('network').showModal();
  }

  forget() {
    at('network-drawing').removeAttribute('src');
    URL.revokeObjectURL(this.url);
  }
}
