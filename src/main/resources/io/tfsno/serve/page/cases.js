// Which cases there are to look at, and what the models of each are called.

/** The benchmarks that there are models of, then the data of other models; each with its members' names. */
export function cases(models, benchmarks) {
  const named = benchmarks.flatMap((b) => laws(b, models.filter((m) => m.benchmark === b.id)));
  return [...named.filter((b) => b.members.length), ...foreign(models.filter((m) => !m.benchmark))];
}

const names = (list) => list.map((c) => c.name).sort().join(', ');

/** A benchmark's own law, and those with something hidden from at least one model: whoever is told it belongs there, too. */
function laws(b, models) {
  const varied = new Set(models.map((m) => names(m.conditions.hidden)).filter((hidden) => hidden));
  const of = (m) => [names(m.conditions.hidden), names(m.conditions.parameters)].find((given) => varied.has(given)) ?? '';
  const members = (law) => models.filter((m) => of(m) === law).map((m) => m.name);
  return [
    { ...b, heading: b.id, members: members('') },
    ...[...varied].map((law) => ({ ...b, id: `${b.id} ${law}`, title: `${b.title}, hidden ${law}`, heading: b.id, members: members(law) })),
  ];
}

/** What to open with: a hidden law that can be changed, a flow, a law that has to be recognised, else the first. */
export function telling(all, models) {
  const model = models.find((m) => m.memory && m.conditions.hidden.length)
    || models.find((m) => m.equation === 'navier_stokes2d') || models.find((m) => m.memory);
  return all.find((c) => model && c.members.includes(model.name)) || all[0];
}

/** Stand-ins for the equations of models whose data are of no benchmark: one for those that can be compared. */
function foreign(models) {
  const groups = new Map();
  for (const m of models) {
    const world = JSON.stringify([m.equation, m.axes, m.fields, m.dt]);
    groups.set(world, [...(groups.get(world) || []), m]);
  }
  return [...groups.values()].map(([first, ...others]) => ({
    id: first.name, heading: first.name, members: [first, ...others].map((m) => m.name), title: others.length ? `and ${others.length} more` : '',
    formula: '', parameters: {}, dimension: first.dimension, steps: 50, modes: first.dimension === 1 ? 3 : 2, amplitude: [1, 1],
  }));
}

const PROPER = { tfsno: 'TF-SNO', fno: 'FNO', uno: 'U-NO', deeponet: 'DeepONet', pino: 'PINO', wno: 'WNO', fino: 'FINO', unet: 'U-Net' };

export function labels(a, b) {
  const proper = (m) => PROPER[m.model] || m.model;
  if (!b) return { a: proper(a) };
  return proper(a) === proper(b) ? { a: a.name, b: b.name } : { a: proper(a), b: proper(b) };
}
