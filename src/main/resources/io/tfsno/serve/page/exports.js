// What leaves the page: trajectories, the figure, the link.

import { download } from './api.js';
import { CanvasPainter, SvgPainter, number } from './charts.js';
import { maps, paper } from './colors.js';
import { bar } from './fields.js';
import { chartPanels, statePanels } from './panels.js';
import { fit, heightOf, label, sliceText } from './shape.js';

const TYPES = { npy: 'application/x-npy', h5: 'application/x-hdf5' };
const WIDTH = 1200;
const GAP = 24;

export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The service computes the trajectory once more and sends it as a file. */
export async function saveTrajectory(track, suffix) {
  const { spectra, gates, memory, ...body } = track.body;
  const blob = await download(track.path, body, TYPES[suffix]);
  save(blob, `${track.head.source}.${suffix}`);
}

/** Panels in rows as on the page, each with its title. */
function layout(session) {
  const placed = [];
  let y = 42 + 22 * session.fields.length;
  const row = (panels, height, columns = panels.length) => {
    const unit = (WIDTH - GAP * (columns + 1)) / columns;
    const h = Math.max(...panels.map((p) => (p.aspect ? fit(unit, p.aspect, 2 * unit, p.margin).h : height)));
    let x = GAP;
    for (const panel of panels) {
      const span = panel.span || 1;
      const w = span * unit + (span - 1) * GAP;
      placed.push({ panel, box: { x, y: y + 22, w: panel.aspect ? fit(w, panel.aspect, h, panel.margin).w : w, h } });
      x += w + GAP;
    }
    y += 22 + h + GAP;
  };
  const columns = Math.min(3, session.tracks.length);
  for (const states of statePanels(session)) {
    const wide = states.filter((p) => p.wide);
    const pictures = states.filter((p) => !p.wide);
    if (wide.length) row(wide, 230, columns);
    for (let i = 0; i < pictures.length; i += columns) row(pictures.slice(i, i + columns), 260, columns);
  }
  const charts = chartPanels(session);
  row(charts.filter((p) => !p.wide), 280);
  for (const p of charts.filter((q) => q.wide)) row([p], heightOf(p, WIDTH - 2 * GAP));
  return { placed, height: y };
}

function drawFigure(painter, session, step, { placed, height }) {
  painter.rect(0, 0, WIDTH, height, paper.card);
  const plan = session.plan;
  const slice = sliceText(session.axes, session.slice);
  painter.text(`${plan.benchmark.heading} ${plan.benchmark.title}, step ${step}, t = ${number(step * plan.models.a.dt)}${slice && `, ${slice}`}`, GAP, 24, { color: paper.ink, size: 17, bold: true });
  const only = session.fields.length === 1;
  session.fields.forEach((f, c) => {
    const middle = session.centres[c];
    const y = 24 + 22 * c;
    scaleBar(painter, only ? 'state' : label(f), middle, session.stateScale(c, step), maps.state, WIDTH - 560, y);
    if (session.track('r')) scaleBar(painter, 'error', 0, session.errorScale(c, step), maps.error, WIDTH - 270, y);
  });
  let x = GAP;
  for (const t of session.tracks) {
    painter.rect(x, 43, 12, 12, paper[t.key]);
    painter.text(t.label, x + 18, 49, { color: paper.soft, size: 12 });
    x += 40 + t.label.length * 7;
  }
  for (const { panel, box } of placed) {
    painter.text(panel.score ? `${panel.title}, error ${panel.score(step)}` : panel.title, box.x, box.y - 12, { color: paper.ink, size: 13, bold: true });
    panel.draw(painter, box, step, paper);
  }
}

function scaleBar(painter, name, middle, most, map, x, y) {
  painter.text(`${name}  ${number(middle - most)}`, x + 80, y, { color: paper.soft, align: 'right' });
  painter.image(bar(map), x + 88, y - 6, 110, 12, true);
  painter.text(number(middle + most), x + 204, y, { color: paper.soft });
}

export function saveSvg(session, step) {
  const plan = layout(session);
  const painter = new SvgPainter(WIDTH, Math.ceil(plan.height));
  drawFigure(painter, session, step, plan);
  save(new Blob([painter.toString()], { type: 'image/svg+xml' }), `tfsno-step-${step}.svg`);
}

export function savePng(session, step) {
  const plan = layout(session);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * 2;
  canvas.height = Math.ceil(plan.height) * 2;
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  drawFigure(new CanvasPainter(context), session, step, plan);
  canvas.toBlob((blob) => save(blob, `tfsno-step-${step}.png`), 'image/png');
}
