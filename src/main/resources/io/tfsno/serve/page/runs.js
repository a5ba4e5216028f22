// Trainings and ledgers: a table to choose from, curves that grow while a training runs, and what
// differs between two of them.

import { get } from './api.js';
import { RunTable } from './runtable.js';
import { differenceTable, drawCurves, ledgerTable, RUN_COLORS } from './runview.js';
import { element } from './stage.js';

const at = (id) => document.getElementById(id);
const EVERY = 3000;

export class Runs {
  /**
   * @param onOpen called with the name of a model to open in the studio
   */
  constructor(onMessage, onOpen) {
    this.onMessage = onMessage;
    this.table = new RunTable(at('run-list'), () => this.show(), onOpen);
    this.documents = new Map();
    window.addEventListener('resize', () => this.redraw && this.redraw());
    for (const radio of document.getElementsByName('curve')) radio.addEventListener('change', () => this.redraw && this.redraw());
  }

  /** Shows the list and keeps what is shown up to date. */
  async open() {
    this.visible = true;
    await this.refresh();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.refresh(), EVERY);
  }

  close() {
    this.visible = false;
    clearInterval(this.timer);
  }

  async refresh() {
    if (!this.visible || document.hidden) return;
    try {
      const { runs, ledgers } = await get('api/runs');
      this.table.show(runs, ledgers);
      await this.show();
    } catch (e) {
      this.onMessage(e);
    }
  }

  /** What is chosen in the table. */
  async show() {
    const { ledger, chosen } = this.table;
    const key = JSON.stringify([ledger, chosen.map((r) => [r.name, r.changed, r.state])]);
    if (key === this.shown) return;
    this.shown = key;
    try {
      if (ledger) this.ledger(await get(`api/ledger?name=${encodeURIComponent(ledger.name)}`));
      else this.trainings(await Promise.all(chosen.map((r) => this.document(r))));
    } catch (e) {
      this.shown = null;
      this.onMessage(e);
    }
  }

  /** A training as the service has it, asked for again when it has changed. */
  async document(run) {
    const stamp = JSON.stringify([run.changed, run.state]);
    const before = this.documents.get(run.name);
    if (before?.stamp === stamp) return before.document;
    const found = await get(`api/run?name=${encodeURIComponent(run.name)}`);
    this.documents.set(run.name, { stamp, document: found });
    return found;
  }

  trainings(runs) {
    const view = at('run-view');
    at('curve-choice').hidden = runs.length === 0;
    if (!runs.length) {
      this.redraw = null;
      view.replaceChildren(element('p', 'hint', 'Choose a run, several runs to compare, or a ledger.'));
      return;
    }
    const canvas = element('canvas');
    canvas.setAttribute('role', 'img');
    const legend = element('p', 'legend', ...runs.map((r, i) => {
      const swatch = element('i', 'swatch');
      swatch.style.background = RUN_COLORS[i % RUN_COLORS.length];
      return element('span', '', swatch, r.name);
    }));
    view.replaceChildren(
      element('h2', '', runs.length === 1 ? runs[0].name : `${runs.length} trainings`),
      ...(runs.length === 1 ? [element('p', '', facts(runs[0]))] : [legend]),
      element('figure', 'panel', canvas), ...this.details(runs));
    this.redraw = () => {
      const kind = document.querySelector('input[name=curve]:checked').value;
      canvas.setAttribute('aria-label', `${kind === 'loss' ? 'Training loss' : 'Validation error'} against epoch. ${runs.map(
        (r) => `${r.name}: ${facts(r)}`).join(' ')}`);
      drawCurves(canvas, runs, kind);
    };
    this.redraw();
  }

  details(runs) {
    if (runs.length === 1) {
      return [fold('Configuration', element('pre', '', runs[0].config)),
        fold('Provenance', element('pre', '', JSON.stringify(runs[0].provenance, null, 2)))];
    }
    return runs.length === 2 ? [element('h3', '', 'Differences between their configurations'), differenceTable(...runs)] : [];
  }

  ledger(ledger) {
    at('curve-choice').hidden = true;
    this.redraw = null;
    const scroll = element('div', 'scroll', ledgerTable(ledger));
    scroll.tabIndex = 0;
    at('run-view').replaceChildren(
      element('h2', '', ledger.name), element('p', '', `${ledger.cells.length} finished cells`), scroll);
  }
}

function facts({ epochs }) {
  const last = epochs[epochs.length - 1];
  return last ? `Epoch ${last.epoch}, loss ${last.loss.toPrecision(4)}, ${last.seconds.toFixed(2)} s per epoch.` : 'No epoch finished yet.';
}

function fold(title, content) {
  return element('details', '', element('summary', '', title), content);
}
