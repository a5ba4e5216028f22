// What a model remembers of the first states, and what its gates do with it.

import { largest } from './fields.js';

const VALUE = 30;
const ROW = 15;
const HEAD = 20;
const COLUMN = 158;
const GAP = 22;

/** Deviations at which bars end: beyond, only the number tells them apart. */
const LONGEST = 4;

/** The numbers of a code in their groups: [{group, members: [{name, value}]}]. */
function grouped(numbers, code) {
  const groups = [];
  numbers.forEach(({ group, name }, i) => {
    if (groups.at(-1)?.group !== group) groups.push({ group, members: [] });
    groups.at(-1).members.push({ name, value: code[i] });
  });
  return groups;
}

/** Groups side by side, as many as there is room for. */
function arranged(groups, width) {
  const columns = Math.max(1, Math.min(groups.length, Math.floor(width / COLUMN)));
  const longest = Math.max(...groups.map((g) => g.members.length));
  return { columns, w: width / columns, h: HEAD + ROW * longest + 8 };
}

function bars(painter, box, { group, members }, most, colors, color) {
  painter.text(group, box.x, box.y + HEAD / 2, { color: colors.ink, bold: true });
  const label = 10 + 6 * Math.max(...members.map((m) => m.name.length));
  const half = (box.w - label - VALUE - GAP) / 2;
  const zero = box.x + label + half;
  members.forEach(({ name, value }, i) => {
    const y = box.y + HEAD + i * ROW;
    const length = (Math.min(Math.abs(value), most) / most) * half;
    painter.text(name, box.x + label - 6, y + ROW / 2, { color: colors.soft, align: 'right' });
    painter.rect(value < 0 ? zero - length : zero, y + 2, Math.max(1, length), ROW - 4, color);
    painter.text(value.toFixed(1).replace('-0.0', '0.0'), zero + half + VALUE, y + ROW / 2, { color: colors.soft, align: 'right' });
  });
  const end = box.y + HEAD + members.length * ROW;
  painter.line([[zero, box.y + HEAD], [zero, end]], colors.line, 1);
}

function codePanel(track, memory, gated) {
  const code = track.frames[0].code.map((v) => v ?? NaN);
  const groups = grouped(memory.numbers, code);
  const most = memory.learnt ? largest(code) || 1 : LONGEST;
  const [first] = groups.flatMap((g) => g.members.map((m) => ({ ...m, group: g.group })))
    .sort((p, q) => Math.abs(q.value) - Math.abs(p.value));
  const scale = memory.learnt
    ? 'A learnt network computes these numbers, on its own scale.'
    : '0 is the mean of the training trajectories, 1 a standard deviation.';
  return {
    id: `memory-${track.key}`, title: `What ${track.label} remembers`, wide: true,
    note: `The code that it reads once from the first ${memory.states} states and keeps through the rollout. ${scale}${
      gated ? ' The curves of the gates compare their gains for this code with those for the mean code, at the same state: where the curves differ, the memory matters.' : ''}`,
    height: (width) => {
      const { columns, h } = arranged(groups, width);
      return Math.ceil(groups.length / columns) * h;
    },
    describe: () => `The code of the first ${memory.states} states, ${code.length} numbers. Furthest from 0: ${first.group} ${first.name}, ${first.value.toFixed(1)}`,
    draw(painter, box, step, colors) {
      const { columns, w, h } = arranged(groups, box.w);
      groups.forEach((group, i) => bars(painter, {
        x: box.x + (i % columns) * w, y: box.y + Math.floor(i / columns) * h, w, h,
      }, group, most, colors, colors[track.key]));
    },
  };
}

/** The block and wave number whose gain the code changes most. */
function mostChanged(frame) {
  let most = { change: 0, block: 0, k: 0 };
  frame.gains.forEach((gains, block) => gains.forEach((gain, k) => {
    const change = gain - frame.gains_mean_code[block][k];
    if (Math.abs(change) > Math.abs(most.change)) most = { change, block, k };
  }));
  return `Most changed: block ${most.block + 1}, k = ${most.k} by ${most.change.toFixed(3)}`;
}

/** A row for each block, as in the picture of the gates; the middle of a row is a gain of 1. */
function rows(painter, map, frame, swing, colors, color) {
  const columns = Math.max(...frame.gains.map((g) => g.length));
  const place = (k) => map.x + ((k + 0.5) * map.w) / columns;
  const row = map.h / frame.gains.length;
  frame.gains.forEach((gains, b) => {
    const middle = map.y + (b + 0.5) * row;
    const curve = (values) => values.map((g, k) => [place(k), middle - ((g - 1) / swing) * (row / 2)]);
    painter.text(`block ${b + 1}`, map.x - 6, middle, { color: colors.soft, align: 'right' });
    painter.line([[map.x, middle], [map.x + map.w, middle]], colors.grid, 1);
    if (b > 0) painter.line([[map.x, middle - row / 2], [map.x + map.w, middle - row / 2]], colors.line, 1);
    painter.line(curve(frame.gains_mean_code[b]), colors.soft, 1.4, [4, 3]);
    painter.line(curve(gains), color, 2);
  });
  painter.rect(map.x, map.y, map.w, map.h, null, colors.line);
  const every = Math.ceil(columns / Math.max(4, map.w / 34));
  for (let k = 0; k < columns; k += every) {
    painter.text(String(k), place(k), map.y + map.h + 10, { color: colors.soft, align: 'center' });
  }
  painter.text('wave number', map.x + map.w / 2, map.y + map.h + 24, { color: colors.soft, align: 'center' });
}

function key(painter, x, y, words, colors, color, dash) {
  painter.line([[x, y], [x + 20, y]], color, dash.length ? 1.4 : 2, dash);
  painter.text(words, x + 25, y, { color: colors.soft });
}

function gatePanel(session, track, shown, several) {
  return {
    id: `memory-gates-${track.key}`, height: 286,
    title: several ? `${track.label}, with and without its code` : 'With and without the code',
    describe: (step) => mostChanged(shown(track, step)),
    draw(painter, box, step, colors) {
      const frame = shown(track, step);
      const swing = session.scales.memory * 1.1;
      const map = { x: box.x + 58, y: box.y + 2, w: box.w - 64, h: box.h - 92 };
      rows(painter, map, frame, swing, colors, colors[track.key]);
      const bottom = box.y + box.h;
      key(painter, box.x + 2, bottom - 50, 'this code', colors, colors[track.key], []);
      key(painter, box.x + box.w / 2, bottom - 50, 'mean code', colors, colors.soft, [4, 3]);
      painter.text(`Each row: × ${(1 - swing).toFixed(2)} to × ${(1 + swing).toFixed(2)}`, box.x + 2, bottom - 30, { color: colors.ink });
      painter.text(mostChanged(frame), box.x + 2, bottom - 14, { color: colors.ink });
    },
  };
}

/** Panels of every model that remembers something: gates first, next to those of the page. */
export function memoryPanels(session, shown) {
  const tracks = session.tracks.filter((t) => t.frames[0]?.code);
  const gated = tracks.filter((t) => t.frames[0].gains);
  return [
    ...gated.map((t) => gatePanel(session, t, shown, tracks.length > 1)),
    ...tracks.map((t) => codePanel(t, session.plan.models[t.key].memory, gated.includes(t))),
  ];
}
