// What gates do: the blocks as the network that they form, each with the gain of its wave numbers.

import { cells } from './fields.js';

/** More blocks than this stand in rows below each other. */
const MOST_ACROSS = 9;
const WORDS = 62;
const LEVEL = 75;

const SENTENCE = 'Each block multiplies every wave number by a gain computed from the present state: '
  + 'green is amplified, violet damped, white unchanged.';

/** How often the grid of each block was halved; blocks in a row where nobody says. */
function levelsOf(model, count) {
  return model.levels?.length === count ? model.levels : Array(count).fill(0);
}

/** Boxes of the blocks, from left to right and a level lower where the grid is coarser. */
function places(box, levels) {
  const deep = Math.max(...levels) + 1;
  const across = levels.length <= MOST_ACROSS;
  const rows = across ? deep : levels.length;
  const w = across ? box.w / levels.length : box.w;
  const h = box.h / rows;
  return levels.map((level, b) => ({
    x: box.x + (across ? b * w : 0) + 6, y: box.y + (across ? level : b) * h + 16, w: w - 12, h: Math.min(h - 30, 46),
  }));
}

/** Lines from block to block, and those that skip the coarser ones between. */
function joints(painter, boxes, levels, colors) {
  const middle = ({ y, h }) => y + h / 2;
  for (let b = 1; b < boxes.length; b++) {
    const [from, to] = [boxes[b - 1], boxes[b]];
    const x = (from.x + from.w + to.x) / 2;
    painter.line([[from.x + from.w, middle(from)], [x, middle(from)], [x, middle(to)], [to.x, middle(to)]], colors.soft, 1.2);
  }
  levels.forEach((level, b) => {
    const other = levels.length - 1 - b;
    if (b >= other - 1 || levels[other] !== level || Math.max(...levels) === 0) return;
    painter.line([[boxes[b].x + boxes[b].w, middle(boxes[b])], [boxes[other].x, middle(boxes[other])]], colors.line, 1.2, [4, 4]);
  });
}

/** The panel of the first gated model; null where there is none. */
export function gatePanel(session, shown) {
  const track = session.tracks.find((t) => t.frames[0]?.gains);
  if (!track) return null;
  const levels = levelsOf(session.plan.models[track.key], track.frames[0].gains.length);
  const rows = levels.length > MOST_ACROSS ? levels.length : Math.max(...levels) + 1;
  return {
    id: 'gate', title: `Gates of ${track.label}`, height: WORDS + LEVEL * rows, note: SENTENCE,
    describe: (step) => extremes(shown(track, step)).join('; '),
    draw(painter, box, step, colors) {
      const frame = shown(track, step);
      const boxes = places({ ...box, h: box.h - WORDS }, levels);
      joints(painter, boxes, levels, colors);
      frame.gains.forEach((gains, b) => block(painter, boxes[b], gains, b, session.scales.gain, colors));
      extremes(frame).forEach((words, i) => painter.text(words, box.x + 6, box.y + box.h - 34 + 18 * i, { color: colors.ink }));
    },
  };
}

function block(painter, { x, y, w, h }, gains, b, most, colors) {
  const open = gains.some((g) => g !== 1);
  painter.text(open ? `block ${b + 1}` : `${b + 1}, no gate`, x, y - 8, { color: colors.soft });
  painter.rect(x, y, w, h, colors.card);
  painter.image(cells([gains.map((g) => g - 1)], gains.length, most), x, y, w, h, false);
  painter.rect(x, y, w, h, null, colors.soft);
  painter.text('0', x, y + h + 9, { color: colors.soft });
  painter.text(`k ${gains.length - 1}`, x + w, y + h + 9, { color: colors.soft, align: 'right' });
}

/** The strongest amplification and damping in words. */
function extremes(frame) {
  let up = { gain: -Infinity };
  let down = { gain: Infinity };
  frame.gains.forEach((gains, b) => gains.forEach((gain, k) => {
    if (gain > up.gain) up = { gain, b, k };
    if (gain < down.gain) down = { gain, b, k };
  }));
  const words = (x) => `block ${x.b + 1}, k = ${x.k} by ${x.gain.toFixed(3)}`;
  return [`Most amplified: ${words(up)}`, `Most damped: ${words(down)}`];
}
