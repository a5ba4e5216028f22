// Which cases there are to look at, and what the models of each are called.

/** The benchmarks that there are models of, then the data of other models; each with its members' names. */
export function cases(models, benchmarks) {
  const named = benchmarks.map((b) => ({ ...b, members: models.filter((m) => m.benchmark === b.id).map((m) => m.name) }));
  return [...named.filter((b) => b.members.length), ...foreign(models.filter((m) => !m.benchmark))];
}

/** What to open with: a flow, else a law that has to be recognised, else the first. */
export function telling(all, models) {
  const model = models.find((m) => m.equation === 'navier_stokes2d') || models.find((m) => m.memory);
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
    id: first.name, members: [first, ...others].map((m) => m.name), title: others.length ? `and ${others.length} more` : '',
    formula: '', parameters: {}, dimension: first.dimension, steps: 50, modes: first.dimension === 1 ? 3 : 2, amplitude: [1, 1],
  }));
}

const PROPER = { tfsno: 'TF-SNO', fno: 'FNO', uno: 'U-NO', deeponet: 'DeepONet', pino: 'PINO', wno: 'WNO', fino: 'FINO', unet: 'U-Net' };

export function labels(a, b) {
  const proper = (m) => PROPER[m.model] || m.model;
  if (!b) return { a: proper(a) };
  return proper(a) === proper(b) ? { a: a.name, b: b.name } : { a: proper(a), b: proper(b) };
}
