// On small screens the form is a drawer: results first, settings when they are asked for.

const at = (id) => document.getElementById(id);

export class Drawer {
  constructor() {
    at('open-setup').addEventListener('click', () => this.set(true));
    at('close-setup').addEventListener('click', () => this.set(false));
    at('setup').addEventListener('keydown', (e) => { if (e.key === 'Escape') this.set(false); });
    document.addEventListener('pointerdown', (e) => {
      if (this.open && !at('setup').contains(e.target) && e.target !== at('open-setup')) this.set(false);
    });
  }

  get open() {
    return at('setup').classList.contains('open');
  }

  set(open) {
    if (open === this.open) return;
    at('setup').classList.toggle('open', open);
    at('open-setup').setAttribute('aria-expanded', String(open));
    // What is hidden cannot hold the focus.
    at(open ? 'close-setup' : 'open-setup').focus({ preventScroll: true });
  }
}
