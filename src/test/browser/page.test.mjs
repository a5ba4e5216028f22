// The page as its users meet it: with a mouse, with a keyboard, on a phone, and when things fail.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  close, colours, downloaded, drag, finished, npy, open, picture, run, step, token, urls, visit,
} from './studio.mjs';

before(open);
after(close);

test('load: the first rollout appears, with nothing from elsewhere and nothing wrong', async () => {
  const { page, problems } = await visit(urls.studio);
  await finished(page);
  assert.match(await page.textContent('#status'), /100 steps computed/);
  for (const id of ['curve', 'difference', 'state-a', 'state-b', 'state-r', 'error-a', 'error-b', 'errors', 'spectra', 'gate']) {
    assert.ok(await colours(page, `#panel-${id}`) > 5, `panel ${id} is drawn`);
  }
  assert.match(await page.textContent('#legend'), /state -.*error -.*gate × 0\./s);
  assert.match(await page.getAttribute('#panel-gate', 'aria-label'), /Most amplified: block \d, k = \d+ by 1\./);
  assert.match(await page.textContent('#formula'), /^ut \+ u ux = ν uxxν = 0\.003183$/);
  assert.equal(await page.textContent('#formula .equation sub >> nth=0'), 't');
  await picture(page, 'load');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('play: steps pass by, pausing holds them, scrubbing goes anywhere', async () => {
  const { page } = await visit(`${urls.studio}#n=40&t=3`);
  await finished(page);
  await page.waitForFunction(() => document.getElementById('scrub').value === '3');
  await page.click('#play');
  await page.waitForFunction(() => Number(document.getElementById('scrub').value) > 6);
  await page.click('#play');
  const held = await step(page);
  await page.waitForTimeout(300);
  assert.equal(await step(page), held);
  await page.fill('#scrub', '33');
  assert.match(await page.textContent('#clock'), /step 33 of 40, t = 0.33/);
  assert.match(await page.getAttribute('#panel-curve', 'aria-label'), /step/);
  await page.context().close();
});

test('draw: a curve is drawn, run and carried by the link', async () => {
  const { page, problems } = await visit(`${urls.studio}#n=10`);
  await finished(page);
  await page.check('input[name=kind][value=draw]', { force: true });
  await page.click('#run');
  assert.match(await page.textContent('#message'), /Draw something first/);
  await drag(page, '#sketch', (s) => [0.01 + 0.98 * s, 0.5 - 0.35 * Math.sin(4 * Math.PI * s)]);
  await run(page);
  assert.ok(await page.isHidden('#message'));
  const link = page.url();
  assert.match(link, /i=draw/);
  await picture(page, 'draw');
  const other = await visit(link);
  await finished(other.page);
  await other.page.waitForTimeout(200);
  await other.page.keyboard.press('End');
  await page.keyboard.press('End');
  await page.waitForTimeout(300);
  assert.equal(
    await other.page.$eval('#panel-curve', (c) => c.toDataURL()), await page.$eval('#panel-curve', (c) => c.toDataURL()));
  assert.deepEqual(problems, []);
  await page.context().close();
  await other.page.context().close();
});

test('draw: a plane is painted', async () => {
  const { page, problems } = await visit(`${urls.studio}#e=E4&n=8`);
  await finished(page);
  assert.ok(await colours(page, '#panel-state-a') > 50);
  await page.check('input[name=kind][value=draw]', { force: true });
  await drag(page, '#sketch', (s) => [0.2 + 0.6 * s, 0.3 + 0.3 * s], 12);
  await page.keyboard.down('Shift');
  await drag(page, '#sketch', (s) => [0.7 - 0.4 * s, 0.8], 12);
  await page.keyboard.up('Shift');
  await run(page);
  assert.ok(await colours(page, '#panel-state-r') > 50);
  await picture(page, 'paint');
  assert.deepEqual(problems, []);
  await page.context().close();
});

/** Waits until the solver's times at the models' errors are in the table. */
const compared = (page) => page.waitForFunction(() => /as accurate as/.test(document.getElementById('times').textContent));

test('compare: one model or two, with times and the ratio to the solver at the same error', async (t) => {
  const { page } = await visit(`${urls.studio}#n=12`);
  await finished(page);
  const clicked = Date.now();
  await page.evaluate(() => { document.body.dataset.ready = '-1'; });
  await page.click('#run');
  await page.waitForFunction(() => Number(document.body.dataset.ready) >= 1);
  t.diagnostic(`first states ${Date.now() - clicked} ms after the click`);
  await finished(page);
  await page.selectOption('#model-b', '');
  await run(page);
  assert.equal(await page.locator('#panel-state-b').count(), 0);
  await compared(page);
  const rows = await page.$$eval('#times tr', (all) => all.map((r) => Array.from(r.cells, (c) => c.textContent)));
  assert.deepEqual(rows[0], ['', 'setting', 'one step, typical (range)', 'error at step 12']);
  const ms = /^[\d.]+ ms( \([\d.]+ to [\d.]+\))?$/;
  const [model, coarse, truth] = rows.slice(1);
  assert.equal(model[0], 'TF-SNO');
  assert.match(model[2], /^[\d.]+ ms \([\d.]+ to [\d.]+\)$/);
  assert.match(model[3], /^[\d.]+ %$/);
  assert.equal(coarse[0], 'Solver, as accurate as TF-SNO');
  assert.match(coarse[1], /^\d+ points, dt 0\.\d+$/);
  assert.ok(parseFloat(coarse[3]) <= parseFloat(model[3]), `${coarse[3]} is at most ${model[3]}`);
  assert.equal(truth[0], 'Solver that computed the truth');
  assert.match(truth[1], /^fast: \d+ points, dt 0\.\d+$/);
  for (const row of [coarse, truth]) assert.match(row[2], ms);
  assert.match(await page.textContent('#times p'), /on the CPU, 1 thread for each/);
  assert.equal(await page.locator('#setup b').count(), 0);
  await page.selectOption('#model-b', 'tiny-fno');
  await page.selectOption('#profile', 'reference');
  await run(page);
  assert.ok(await colours(page, '#panel-error-b') > 5);
  assert.match(await page.textContent('#states'), /Solver.*TF-SNO[\d.]+ %.*FNO[\d.]+ %/s);
  assert.match(page.url(), /b=tiny-fno/);
  await page.selectOption('#profile', 'none');
  await run(page);
  assert.equal(await page.locator('#panel-errors').count(), 0);
  await page.context().close();
});

test('sliders: modes and amplitude change the initial state', async () => {
  const { page } = await visit(`${urls.studio}#n=5`);
  await finished(page);
  await page.check('input[name=kind][value=sliders]', { force: true });
  const before = await page.$eval('#sketch', (c) => c.toDataURL());
  await page.fill('#modes', '2');
  await page.waitForFunction((old) => document.getElementById('sketch').toDataURL() !== old, before);
  await page.fill('#amplitude', '80');
  assert.equal(await page.textContent('#amplitude-out'), '0.96');
  await run(page);
  assert.match(page.url(), /m=2/);
  await page.context().close();
});

test('export: arrays, files, figures and the link', async () => {
  const { page, problems } = await visit(`${urls.studio}#n=7`);
  await finished(page);
  const array = await downloaded(page, '#export-npy');
  assert.equal(array.name, 'tiny-tfsno.npy');
  assert.match(array.bytes.toString('latin1', 0, 128), /NUMPY.*'shape': \(8, 1, 256\)/s);
  await page.selectOption('#export-source', 'r');
  const file = await downloaded(page, '#export-h5');
  assert.equal(file.name, 'E1-solver-fast.h5');
  assert.equal(file.bytes.toString('latin1', 1, 4), 'HDF');
  const png = await downloaded(page, '#export-png');
  assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
  const svg = await downloaded(page, '#export-svg');
  assert.match(svg.bytes.toString(), /^<svg xmlns.*Error against step.*<\/svg>\s*$/s);
  await page.fill('#scrub', '5');
  await page.click('#copy-link');
  await page.waitForFunction(() => document.getElementById('status').textContent === 'link copied');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#.*n=7.*t=5/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('errors: a wrong file, a right one, a lost service', async () => {
  const { page } = await visit(`${urls.studio}#n=5`);
  await finished(page);
  await page.check('input[name=kind][value=upload]', { force: true });
  await page.setInputFiles('#file', { name: 'u0.npy', mimeType: 'application/octet-stream', buffer: Buffer.from('nothing') });
  await page.waitForSelector('#message:not([hidden])');
  assert.match(await page.textContent('#message'), /the body: expected a NumPy .npy file/);
  const wave = Array.from({ length: 64 }, (_, i) => Math.sin((2 * Math.PI * i) / 64));
  await page.setInputFiles('#file', { name: 'u0.npy', mimeType: 'application/octet-stream', buffer: npy([64], wave) });
  await page.waitForSelector('#message[hidden]', { state: 'attached' });
  await run(page);
  assert.ok(await page.isHidden('#message'));
  await page.route('**/api/rollout', (route) => route.abort());
  await run(page);
  assert.match(await page.textContent('#message'), /The service does not respond/);
  await page.unroute('**/api/rollout');
  await run(page);
  assert.ok(await page.isHidden('#message'));
  await page.context().close();
});

test('fields: two fields on a line have a curve and a map each, with their names', async () => {
  const { page, problems } = await visit(`${urls.fields}#e=tiny-pair&n=6`);
  await finished(page);
  for (const id of ['curve', 'curve-1', 'state-a', 'state-a-1']) {
    assert.ok(await colours(page, `#panel-${id}`) > 5, `panel ${id} is drawn`);
  }
  assert.match(await page.textContent('#states'), /density along x.*pressure along x.*density: FNO.*pressure: FNO/s);
  assert.match(await page.textContent('#legend'), /density .*pressure \(Pa\) /s);
  const shown = await page.$eval('#sketch', (c) => c.toDataURL());
  await page.selectOption('#field', { label: 'pressure (Pa)' });
  assert.notEqual(await page.$eval('#sketch', (c) => c.toDataURL()), shown);
  await page.check('input[name=kind][value=draw]', { force: true });
  await drag(page, '#sketch', (s) => [0.01 + 0.98 * s, 0.5 - 0.35 * Math.sin(4 * Math.PI * s)]);
  await run(page);
  assert.ok(await page.isHidden('#message'));
  assert.match(page.url(), /f=1/);
  await picture(page, 'fields-1d');
  assert.deepEqual(problems, []);
  await page.context().close();
});

/** What axes and their labels take of a map. */
const AXES = { across: 44, down: 38 };

test('fields: a rectangle keeps its proportions', async () => {
  const { page, problems } = await visit(`${urls.fields}#e=tiny-plate&a=tiny-plate&n=6`);
  await finished(page);
  for (const id of ['state-a', 'state-a-1']) {
    assert.ok(await colours(page, `#panel-${id}`) > 20, `panel ${id} is drawn`);
    const box = await page.locator(`#panel-${id}`).boundingBox();
    const inside = (box.height - AXES.down) / (box.width - AXES.across);
    assert.ok(Math.abs(inside - 1.5) < 0.02, `${box.width} x ${box.height}`);
  }
  await page.check('input[name=kind][value=draw]', { force: true });
  await drag(page, '#sketch', (s) => [0.2 + 0.6 * s, 0.3 + 0.3 * s], 12);
  await run(page);
  assert.ok(await page.isHidden('#message'));
  await picture(page, 'fields-2d');
  const svg = await downloaded(page, '#export-svg');
  assert.match(svg.bytes.toString(), /density: FNO.*pressure: FNO/s);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('fields: two models of the same data stand next to each other, a tab for each field', async () => {
  const { page, problems } = await visit(`${urls.fields}#e=tiny-plate-2&n=4`);
  await finished(page);
  assert.deepEqual(await page.$$eval('#benchmark option', (all) => all.map((o) => o.text.trim())),
    ['E6 2D Navier-Stokes', 'tiny-body', 'tiny-pair', 'tiny-plate and 1 more']);
  assert.deepEqual(await page.locator('#field-tabs button').allTextContents(), ['density', 'pressure (Pa)', 'all fields']);
  const panels = () => page.$$eval('#states canvas', (all) => all.map((c) => c.id));
  assert.deepEqual(await panels(), ['panel-state-a', 'panel-state-b']);
  await page.click('#field-tabs button:has-text("pressure")');
  assert.deepEqual(await panels(), ['panel-state-a-1', 'panel-state-b-1']);
  await page.waitForFunction(() => /^pressure \(Pa\) [\d.]+/.test(document.getElementById('legend').textContent));
  await run(page);
  assert.deepEqual(await panels(), ['panel-state-a-1', 'panel-state-b-1'], 'another run shows the same field');
  assert.match(await page.textContent('figure:has(#panel-spectra) h3'), /as if periodic/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('fields: paint goes across periodic ends and not through walls', async () => {
  const { page } = await visit(`${urls.fields}#e=tiny-plate&a=tiny-plate&n=2`);
  await finished(page);
  await page.check('input[name=kind][value=draw]', { force: true });
  const asked = page.waitForRequest('**/api/initial');
  await drag(page, '#sketch', (s) => [0.02 + 0.01 * s, 0.97], 6);
  const { values } = (await asked).postDataJSON().initial.channels[0];
  const [nx, ny] = [16, 24];
  const at = (x, y) => values[x * ny + y] - 1; // painted about the mean of the data
  assert.ok(at(0, 0) > 0.05, 'where the brush was');
  assert.ok(at(nx - 1, 0) > 0.01, 'across the periodic end');
  assert.equal(at(0, ny - 1), 0, 'beyond the wall');
  await page.context().close();
});

test('fields: a body is shown slice by slice', async () => {
  const { page, problems } = await visit(`${urls.fields}#e=tiny-body&n=4`);
  await finished(page);
  assert.match(await page.textContent('#slice-out'), /z = 0\.5/);
  assert.ok(await colours(page, '#panel-state-a') > 20);
  const before = await page.$eval('#panel-state-a', (c) => c.toDataURL());
  await page.fill('#slice', '2');
  await page.waitForFunction((old) => document.getElementById('panel-state-a').toDataURL() !== old, before);
  assert.match(await page.getAttribute('#panel-state-a', 'aria-label'), /z = 0\.167/);
  assert.ok(await page.isDisabled('input[name=kind][value=draw]'));
  await picture(page, 'fields-3d');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('fields: a run that is refused leaves no panels of the one before', async () => {
  const { page } = await visit(`${urls.fields}#e=tiny-pair&n=4`);
  await finished(page);
  assert.equal(await page.locator('#states canvas').count(), 4);
  await page.route('**/api/rollout', (route) => route.fulfill({ status: 400, json: { error: 'expected 2 x 32 values' } }));
  await page.selectOption('#benchmark', 'tiny-plate');
  await page.selectOption('#model-b', '');
  await run(page);
  assert.match(await page.textContent('#message'), /FNO: expected 2 x 32 values/);
  assert.equal(await page.locator('#states canvas').count(), 0);
  assert.equal(await page.textContent('#legend'), '');
  await page.unroute('**/api/rollout');
  await run(page);
  assert.equal(await page.locator('#states canvas').count(), 2);
  await page.context().close();
});

/** A panel as it is painted now. */
const painted = (page, id) => page.$eval(`#panel-${id}`, (c) => c.toDataURL());

async function rerun(page, change) {
  await page.evaluate(() => { document.body.dataset.finished = 'false'; });
  await change();
  await finished(page);
}

test('conditions: a parameter has a slider, and moving it changes prediction and solution', async () => {
  const { page, problems } = await visit(`${urls.conditions}#e=E1&a=tiny-nu&b=&n=8&t=8`);
  await finished(page);
  assert.match(await page.textContent('#formula'), /^ut .*ν: see below$/);
  assert.equal(await page.inputValue('#parameter-nu'), '0.1');
  assert.deepEqual(await page.$eval('#slider-nu', (s) => [s.min, s.max]), ['0.06', '0.14']);
  const before = { model: await painted(page, 'state-a'), solver: await painted(page, 'state-r') };
  await rerun(page, () => page.fill('#slider-nu', '0.14'));
  assert.equal(await page.inputValue('#parameter-nu'), '0.14');
  assert.equal(await step(page), 8);
  assert.notEqual(await painted(page, 'state-a'), before.model);
  assert.notEqual(await painted(page, 'state-r'), before.solver);
  await picture(page, 'conditions');
  const link = page.url();
  assert.match(decodeURIComponent(link), /c={"nu":0.14}/);
  const other = await visit(link);
  await finished(other.page);
  assert.equal(await other.page.inputValue('#slider-nu'), '0.14');
  await rerun(page, async () => { await page.fill('#parameter-nu', '0.3'); await page.press('#parameter-nu', 'Tab'); });
  assert.equal(await page.inputValue('#slider-nu'), '0.14');
  assert.ok(await page.isHidden('#message'));
  assert.deepEqual(problems, []);
  await page.context().close();
  await other.page.context().close();
});

test('conditions: a slider spans what a model was trained on, and a number outside is noted', async () => {
  const { page, problems } = await visit(`${urls.conditions}#e=E1&a=tiny-seen&b=&n=8&t=8`);
  await finished(page);
  assert.deepEqual(await page.$eval('#slider-nu', (s) => [s.min, s.max]), ['0.0435', '0.215']);
  const note = page.locator('#condition-list .range');
  assert.ok(await note.isHidden());
  await rerun(page, async () => { await page.fill('#parameter-nu', '0.3'); await page.press('#parameter-nu', 'Tab'); });
  assert.ok(await note.isVisible());
  assert.equal(await note.textContent(), 'Outside the training range, 0.0435 to 0.215.');
  await picture(page, 'outside');
  await rerun(page, () => page.fill('#slider-nu', '0.1'));
  assert.ok(await note.isHidden());
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('conditions: a hidden coefficient changes the law, and the page says who is not told', async () => {
  const { page, problems } = await visit(`${urls.conditions}#n=8&t=8`);
  await finished(page);
  assert.equal(await page.inputValue('#model-a'), 'tiny-hidden', 'what a studio opens with');
  assert.equal(await page.$eval('#benchmark', (s) => s.selectedOptions[0].text), 'E1 1D Burgers, hidden nu');
  const offered = await page.$$eval('#model-a option', (all) => all.map((o) => o.value));
  assert.deepEqual(offered, ['tiny-hidden', 'tiny-nu', 'tiny-past', 'tiny-seen'], 'those that are told belong there, too');
  assert.match(await page.textContent('#formula'), /ν: see below$/);
  assert.equal(await page.textContent('#condition-list .hint'), 'Hidden from tiny-hidden: only the solver is told.');
  assert.deepEqual(await page.$eval('#slider-nu', (s) => [s.min, s.max]), ['0.0435', '0.215']);
  const before = { code: await painted(page, 'memory-a'), solver: await painted(page, 'state-r') };
  await rerun(page, () => page.fill('#slider-nu', '0.2'));
  assert.notEqual(await painted(page, 'memory-a'), before.code, 'it is recognised');
  assert.notEqual(await painted(page, 'state-r'), before.solver);
  const other = await visit(page.url());
  await finished(other.page);
  assert.equal(await other.page.inputValue('#slider-nu'), '0.2');
  assert.equal(await other.page.inputValue('#model-a'), 'tiny-hidden');
  await picture(page, 'hidden');
  await page.selectOption('#model-b', 'tiny-past');
  await page.click('#run');
  assert.match(await page.textContent('#message'), /Random states of tiny-hidden are 2 steps old and those of tiny-past 0: run them one after the other/);
  assert.deepEqual(problems, []);
  await page.context().close();
  await other.page.context().close();
});

test('conditions: fields and earlier states are uploaded, and what is missing is named', async () => {
  const { page, problems } = await visit(`${urls.conditions}#e=tiny-all&a=tiny-all&n=3`);
  await page.waitForSelector('#message:not([hidden])');
  assert.match(await page.textContent('#message'), /tiny-all sees the last 2 states: upload them/);
  assert.ok(await page.isDisabled('#profile'));
  const wave = (shift) => Array.from({ length: 32 }, (_, i) => Math.sin((2 * Math.PI * i) / 32 + shift));
  const file = (shape, values) => ({ name: 'a.npy', mimeType: 'application/octet-stream', buffer: npy(shape, values) });
  await page.check('input[name=kind][value=upload]', { force: true });
  assert.equal(await page.textContent('#file-shape'), '[2, 1, 32]');
  await page.setInputFiles('#file', file([2, 1, 32], [...wave(0), ...wave(0.1)]));
  await page.waitForSelector('#message[hidden]', { state: 'attached' });
  await page.click('#run');
  assert.match(await page.textContent('#message'), /Choose a .npy file for kappa and f first/);
  await page.setInputFiles('#condition-kappa', file([32], wave(1)));
  await rerun(page, () => page.setInputFiles('#condition-f', file([3, 32], [...wave(0), ...wave(1), ...wave(2)])));
  assert.ok(await page.isHidden('#message'), await page.textContent('#message'));
  await page.keyboard.press('End');
  await page.waitForTimeout(200);
  const before = await painted(page, 'state-a');
  await rerun(page, async () => { await page.fill('#start-time', '0.4'); await page.press('#start-time', 'Tab'); });
  assert.notEqual(await painted(page, 'state-a'), before);
  await picture(page, 'conditions-fields');
  await page.fill('#steps', '9');
  await run(page);
  assert.match(await page.textContent('#message'), /expected the field f for each of 9 steps, or one for all, found 3 steps/);
  assert.deepEqual(problems.filter((p) => !p.includes('400')), []);
  await page.context().close();
});

test('conditions: earlier states of a known equation come from the solver', async () => {
  const { page } = await visit(`${urls.conditions}#e=E1&a=tiny-past&b=&n=4`);
  await finished(page);
  assert.match(await page.textContent('#status'), /4 steps computed/);
  await page.selectOption('#model-b', 'tiny-nu');
  await page.click('#run');
  assert.match(await page.textContent('#message'), /tiny-past starts from 3 states and tiny-nu from 1: run them one after the other/);
  await page.context().close();
});

test('memory: the code stands still, and the gates with and without it follow the step', async () => {
  const { page, problems } = await visit(`${urls.conditions}#e=E1&a=tiny-memory&b=&n=6&t=2`, { width: 1440 });
  await finished(page);
  assert.equal(await page.textContent('figure:has(#panel-memory-a) h3'), 'What TF-SNO remembers');
  assert.match(await page.textContent('figure:has(#panel-memory-a) figcaption'), /reads once from the first 3 states/);
  assert.match(await page.getAttribute('#panel-memory-a', 'aria-label'), /first 3 states, 40 numbers. Furthest from 0: \w+/);
  assert.match(await page.getAttribute('#panel-memory-gates-a', 'aria-label'), /Most changed: block \d, k = \d by -?\d/);
  const before = { code: await painted(page, 'memory-a'), gates: await painted(page, 'memory-gates-a') };
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.body.dataset.step === '6');
  assert.equal(await painted(page, 'memory-a'), before.code);
  assert.notEqual(await painted(page, 'memory-gates-a'), before.gates);
  await picture(page, 'memory');
  const svg = await downloaded(page, '#export-svg');
  assert.match(svg.bytes.toString(), /With and without the code.*What TF-SNO remembers.*log energy.*phases x cos.*k 2/s);
  const array = await downloaded(page, '#export-npy');
  assert.equal(array.name, 'tiny-memory.npy');
  await page.selectOption('#model-a', 'tiny-odd');
  await run(page);
  assert.equal(await page.locator('#panel-memory-a').count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
  const phone = await visit(`${urls.conditions}#e=E1&a=tiny-memory&b=&n=4`, { width: 390, height: 800, dark: true });
  await finished(phone.page);
  assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  const box = await phone.page.locator('#panel-memory-a').boundingBox();
  assert.ok(box.height > 300, 'groups stand below each other');
  await picture(phone.page, 'memory-phone');
  await phone.page.context().close();
});

test('errors: no models, and a token', async () => {
  const empty = await visit(urls.empty);
  await empty.page.waitForSelector('#empty:not([hidden])');
  assert.match(await empty.page.textContent('#empty'), /No models yet.*\.\/tfsno serve --models demo/s);
  await picture(empty.page, 'empty');
  await empty.page.context().close();

  const { page } = await visit(urls.locked);
  await page.fill('#token', 'not-the-token');
  await page.click('#token-form button');
  await page.waitForSelector('#token-form:not([hidden])');
  await page.fill('#token', token);
  await page.click('#token-form button');
  await finished(page);
  assert.ok(await page.isHidden('#token-form'));
  await page.context().close();
});

test('keyboard: everything without a mouse', async () => {
  const { page } = await visit(`${urls.studio}#n=30&t=2`);
  await finished(page);
  await page.keyboard.press('End');
  assert.equal(await step(page), 30);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await step(page), 28);
  await page.keyboard.press('Home');
  assert.equal(await step(page), 0);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.getElementById('scrub').value) > 2);
  await page.keyboard.press('Space');
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Play');
  const reached = new Set();
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab');
    const { id, outline } = await page.evaluate(() => ({
      id: document.activeElement.id || document.activeElement.name || document.activeElement.tagName,
      outline: getComputedStyle(document.activeElement).outlineStyle,
    }));
    if (id !== 'kind' && id !== 'BODY') assert.notEqual(outline, 'none', `focus on ${id} is visible`);
    reached.add(id);
  }
  for (const id of ['benchmark', 'model-a', 'steps', 'kind', 'seed', 'sketch', 'run', 'play', 'scrub', 'export-npy', 'copy-link']) {
    assert.ok(reached.has(id), `${id} is reached with Tab`);
  }
  await page.check('input[name=kind][value=draw]', { force: true });
  await page.focus('#sketch');
  for (const key of ['ArrowRight', 'ArrowRight', '+', '+', '+', 'ArrowLeft', '-']) await page.keyboard.press(key);
  await page.focus('#run');
  await page.evaluate(() => { document.body.dataset.finished = 'false'; });
  await page.keyboard.press('Enter');
  await finished(page);
  assert.ok(await page.isHidden('#message'));
  await page.context().close();
});

test('phone: nothing wider than the screen, everything usable', async () => {
  for (const address of [`${urls.studio}#n=20`, `${urls.studio}#e=E4&n=10`]) {
    const { page } = await visit(address, { width: 360, height: 740, dark: address.includes('E4') });
    await finished(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.locator('#play').scrollIntoViewIfNeeded();
    assert.ok((await page.locator('#play').boundingBox()).width >= 36);
    assert.ok(await colours(page, '#panel-state-a') > 20);
    await picture(page, address.includes('E4') ? 'phone-2d' : 'phone-1d');
    await page.context().close();
  }
});

test('network: the drawing of a model opens in a dialog and closes again', async () => {
  const { page, problems } = await visit(`${urls.studio}#n=5`);
  await finished(page);
  await page.click('#network-a');
  await page.waitForFunction(() => document.getElementById('network-drawing').naturalWidth > 400);
  assert.match(await page.textContent('#network-title'), /^Network of tiny-tfsno, [\d,]+ parameters$/);
  const saved = await downloaded(page, '#network-save');
  assert.equal(saved.name, 'tiny-tfsno.svg');
  assert.match(saved.bytes.toString(), /<svg[^]*5 blocks on 3 levels/);
  await picture(page, 'network');
  await page.keyboard.press('Escape');
  assert.ok(await page.isHidden('#network'));
  await page.selectOption('#model-b', '');
  assert.ok(await page.isHidden('#network-b'), 'no model, no drawing');
  assert.deepEqual(problems, []);
  await page.context().close();
});
