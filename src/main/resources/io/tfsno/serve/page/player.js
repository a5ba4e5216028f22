// Which step is shown: playing, pausing, scrubbing, and the keys for it.

const PLAY = 'M7 4l14 8-14 8z';
const PAUSE = 'M6 4h4v16H6zM14 4h4v16h-4z';

export class Player {
  constructor(onStep) {
    this.onStep = onStep;
    this.step = 0;
    this.latest = 0;
    this.last = 1;
    this.dt = 1;
    this.playing = false;
    this.clock = document.getElementById('clock');
    this.scrub = document.getElementById('scrub');
    this.button = document.getElementById('play');
    this.speed = document.getElementById('speed');
    this.button.addEventListener('click', () => this.toggle());
    this.scrub.addEventListener('input', () => { this.pause(); this.show(Number(this.scrub.value)); });
    document.addEventListener('keydown', (e) => this.key(e));
  }

  key(event) {
    const at = event.target;
    const typing = at.matches('input:not([type=range]), select, textarea') || event.ctrlKey || event.metaKey || event.altKey;
    if (typing || (at.matches('button, a') && event.key === ' ') || document.getElementById('studio').hidden) return;
    if (at.matches('input[type=range]') && at !== this.scrub) return;
    const moves = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.last };
    if (event.key === ' ') this.toggle();
    else if (event.key in moves) { this.pause(); this.show(moves[event.key]); }
    else return;
    event.preventDefault();
  }

  /** Begins a new trajectory. */
  reset(last, dt, step) {
    Object.assign(this, { last, dt, latest: 0, wanted: step });
    this.scrub.max = last;
    this.step = -1;
    this.show(0);
  }

  /** More steps have arrived. */
  reach(latest) {
    this.latest = Math.max(this.latest, latest);
    if (this.wanted && this.latest >= this.wanted) {
      this.show(this.wanted);
      this.wanted = 0;
    }
  }

  show(step) {
    const next = Math.max(0, Math.min(step, this.latest));
    this.step = next;
    this.scrub.value = next;
    this.scrub.setAttribute('aria-valuetext', `step ${next} of ${this.last}`);
    this.clock.value = `step ${next} of ${this.last}, t = ${Number((next * this.dt).toPrecision(4))}`;
    this.onStep(next);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.last) this.show(0);
    this.playing = true;
    this.since = performance.now();
    this.face();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.playing = false;
    this.face();
  }

  face() {
    this.button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    document.getElementById('play-path').setAttribute('d', this.playing ? PAUSE : PLAY);
  }

  tick(now) {
    if (!this.playing) return;
    const due = Math.floor(((now - this.since) / 1000) * Number(this.speed.value));
    if (due > 0) {
      this.since = now;
      if (this.step < this.latest) this.show(this.step + due);
      if (this.step >= this.last) { this.pause(); return; }
    }
    requestAnimationFrame((later) => this.tick(later));
  }
}
