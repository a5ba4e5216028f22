// The table of trainings: sorted by any column, those that are running on top, one or several chosen.

import { number } from './charts.js';
import { element } from './stage.js';

const COLUMNS = [
  { key: 'name', title: 'run', text: (r) => r.name },
  { key: 'model', title: 'model', text: (r) => r.model || '' },
  { key: 'data', title: 'data', text: (r) => r.data || '' },
  { key: 'state', title: 'state', text: (r) => r.state },
  { key: 'epochs', title: 'epochs', text: (r) => String(r.epochs), right: true },
  { key: 'best_error', title: 'best error', text: (r) => (r.best_error === null ? '' : number(r.best_error)), right: true },
  { key: 'started', title: 'started', text: (r) => (r.started ? r.started.slice(0, 16).replace('T', ' ') : '') },
  { key: 'seconds', title: 'duration', text: (r) => duration(r.seconds), right: true },
];

/** A time that people can compare at a glance. */
function duration(seconds) {
  if (!seconds) return '';
  if (seconds < 60) return `${number(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

function compared(p, q, key) {
  if (p[key] === null || q[key] === null) return (p[key] === null) - (q[key] === null);
  return typeof p[key] === 'number' ? p[key] - q[key] : String(p[key]).localeCompare(String(q[key]), 'en', { numeric: true });
}

export class RunTable {
  constructor(place, onChoice, onOpen) {
    Object.assign(this, { place, onChoice, onOpen });
    this.order = { key: 'started', down: true };
    this.names = new Set();
    this.ledger = null;
    this.runs = [];
    this.ledgers = [];
  }

  /** The chosen trainings in the order of the table. */
  get chosen() {
    return this.sorted().filter((r) => this.names.has(r.name));
  }

  sorted() {
    const { key, down } = this.order;
    const sign = down ? -1 : 1;
    return [...this.runs].sort((p, q) => q.live - p.live
      || (p[key] === null || q[key] === null ? compared(p, q, key) : sign * compared(p, q, key)) || p.name.localeCompare(q.name));
  }

  show(runs, ledgers) {
    Object.assign(this, { runs, ledgers });
    this.draw();
  }

  draw() {
    const text = JSON.stringify([this.runs, this.ledgers, this.order, [...this.names], this.ledger?.name]);
    if (text === this.drawn) return;
    this.drawn = text;
    if (!this.runs.length && !this.ledgers.length) {
      this.place.replaceChildren(element('p', 'hint', 'No runs here. Start the service with --runs DIR, the folder of your training runs.'));
      return;
    }
    const focus = document.activeElement?.dataset?.focus;
    const table = element('table', 'picks', this.head(), ...this.sorted().map((r) => this.row(r)));
    const ledgers = this.ledgers.map((l) => this.ledgerButton(l));
    this.place.replaceChildren(
      ...(this.runs.length ? [table] : []), ...(ledgers.length ? [element('h3', '', 'Ledgers'), element('div', 'tabs', ...ledgers)] : []));
    if (focus) this.place.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  }

  head() {
    const cells = COLUMNS.map(({ key, title, right }) => {
      const sorted = this.order.key === key;
      const button = this.button(`${title}${sorted ? (this.order.down ? ' ↓' : ' ↑') : ''}`, `sort-${key}`, () => {
        this.order = { key, down: sorted ? !this.order.down : false };
        this.draw();
        this.onChoice();
      });
      const cell = element('th', right ? 'right' : '', button);
      cell.setAttribute('aria-sort', sorted ? (this.order.down ? 'descending' : 'ascending') : 'none');
      return cell;
    });
    return element('tr', '', element('th'), ...cells, element('th'));
  }

  row(run) {
    const box = Object.assign(element('input'), { type: 'checkbox', checked: this.names.has(run.name) });
    box.dataset.focus = `pick-${run.name}`;
    box.setAttribute('aria-label', `Compare ${run.name}`);
    box.addEventListener('change', () => {
      if (box.checked) this.names.add(run.name);
      else this.names.delete(run.name);
      this.ledger = null;
      this.choose();
    });
    const name = this.button(run.name, `name-${run.name}`, () => { this.names = new Set([run.name]); this.ledger = null; this.choose(); });
    const cells = COLUMNS.slice(1).map((c) => element('td', `${c.right ? 'right' : ''}${c.key === 'state' ? ` state-${run.state.replace(' ', '-')}` : ''}`, c.text(run)));
    const open = run.studio ? this.button('open in studio', `open-${run.name}`, () => this.onOpen(run.studio)) : '';
    const row = element('tr', this.names.has(run.name) ? 'picked' : '', element('td', '', box), element('td', '', name), ...cells, element('td', '', open));
    return row;
  }

  ledgerButton(ledger) {
    const button = this.button(`${ledger.name} (${ledger.cells} cells)`, `ledger-${ledger.name}`, () => {
      this.names.clear();
      this.ledger = ledger;
      this.choose();
    });
    button.className = 'tab';
    button.setAttribute('aria-pressed', String(this.ledger?.name === ledger.name));
    if (this.ledger?.name === ledger.name) this.ledger = ledger;
    return button;
  }

  button(text, focus, onClick) {
    const made = Object.assign(element('button', 'plain', text), { type: 'button' });
    made.dataset.focus = focus;
    made.addEventListener('click', onClick);
    return made;
  }

  choose() {
    this.draw();
    this.onChoice();
  }
}
