// Trainings and ledgers: found, sorted, compared, opened.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, colours, finished, open, picture, runsFolder, urls, visit } from './studio.mjs';

before(open);
after(close);

const line = (epoch, more = {}) => `${JSON.stringify({
  epoch, loss: 1 / epoch, learning_rate: 1e-3, seconds: 1.5, samples_per_second: 10, ...more })}\n`;

/** A run folder as a training leaves it. */
function training(name, model, metrics, provenance) {
  const folder = join(runsFolder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), `name: ${name}\ndata: {file: data/e1.h5}\nmodel: ${model}\nseed: 1\n`);
  if (metrics) writeFileSync(join(folder, 'metrics.jsonl'), metrics);
  if (provenance) writeFileSync(join(folder, 'provenance.json'), JSON.stringify(provenance));
  return folder;
}

const done = (started, error) => ({ started, finished: started, seconds: 90, validation_error: error, epochs: 2, data_file: 'e1.h5' });
const names = (page) => page.$$eval('#run-list tr td:nth-child(2)', (all) => all.map((c) => c.textContent));

test('runs: trainings are listed and their curves grow', async () => {
  const live = training('growing', '{name: fno, width: 8}', line(1) + line(2));
  mkdirSync(join(runsFolder, 'suite', 'ledger'), { recursive: true });
  writeFileSync(join(runsFolder, 'suite', 'ledger', 'cell-1.json'), JSON.stringify({ model: 'fno', score: { l2: 0.125 } }));
  const { page, problems } = await visit(urls.studio);
  await page.click('#tab-runs');
  await page.click('#run-list button:has-text("growing")');
  await page.waitForSelector('text=Epoch 2, loss 0.5000');
  assert.match(await page.textContent('#run-list tr.picked'), /growingfnoe1\.h5training2/);
  assert.ok(await colours(page, '#run-view canvas') > 5);
  appendFileSync(join(live, 'metrics.jsonl'), line(3));
  await page.waitForSelector('text=Epoch 3, loss 0.3333');
  await page.click('#run-list button:has-text("suite/ledger")');
  await page.waitForSelector('td:has-text("0.1250")');
  const cell = { key: 'E1-fno', title: 'FNO', training: { parameters: 5, seconds: 2 }, tests: [{ rollouts: [{ steps: [{ step: 1, l2: { mean: 0.0625 } }] }] }] };
  writeFileSync(join(runsFolder, 'suite', 'ledger', 'cell-2.json'), JSON.stringify(cell));
  await page.waitForSelector('td:has-text("0.06250")');
  await page.click('#tab-studio');
  assert.ok(await page.isVisible('#setup'));
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('runs: sorted by any column, running ones on top, two compared', async () => {
  training('growing', '{name: fno, width: 8}', line(1) + line(2));
  const scored = (e) => line(1) + line(2, { validation_error: e });
  training('early', '{name: fno, width: 16}', scored(0.5), done('2026-01-01T10:00:00Z', 0.5));
  training('late', '{name: tfsno, predictDelta: true}', scored(0.25), done('2026-02-01T10:00:00Z', 0.25));
  const { page, problems } = await visit(urls.studio, { width: 1440 });
  await page.click('#tab-runs');
  await page.waitForSelector('#run-list td');
  assert.deepEqual((await names(page)).slice(0, 3), ['growing', 'late', 'early'], 'newest first');
  assert.match(await page.textContent('#run-list tr:has-text("late")'), /latetfsnoe1\.h5finished20\.252026-02-01 10:001 min 30 s/);
  await page.click('#run-list th button:has-text("best error")');
  assert.deepEqual((await names(page)).slice(0, 3), ['growing', 'late', 'early'], 'lowest first');
  await page.click('#run-list th button:has-text("best error")');
  assert.deepEqual((await names(page)).slice(0, 3), ['growing', 'early', 'late'], 'highest first');
  assert.equal(await page.getAttribute('#run-list th:has-text("best error")', 'aria-sort'), 'descending');
  await page.check('#run-list input[aria-label="Compare early"]');
  await page.check('#run-list input[aria-label="Compare late"]');
  await page.waitForSelector('.difference');
  assert.deepEqual(await page.$$eval('.difference tr', (all) => all.map((r) => Array.from(r.cells, (c) => c.textContent))), [
    ['setting', 'early', 'late'], ['name', 'early', 'late'], ['model.name', 'fno', 'tfsno'],
    ['model.width', '16', '–'], ['model.predictDelta', '–', 'true']]);
  assert.equal(await page.locator('#run-view .legend .swatch').count(), 2);
  await page.check('input[name=curve][value=error]', { force: true });
  // One validation each: two points and no line, in the colours of the legend.
  const inks = await page.$eval('#run-view canvas', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = { '208,97,43': 0, '46,139,111': 0 };
    for (let i = 0; i < data.length; i += 4) { const c = `${data[i]},${data[i + 1]},${data[i + 2]}`; if (c in seen) seen[c]++; }
    return Object.values(seen);
  });
  for (const count of inks) assert.ok(count >= 9 && count < 100, `${count} pixels`);
  await picture(page, 'runs');
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('runs: a run that is served opens in the studio', async () => {
  const { page } = await visit(urls.own);
  await page.click('#tab-runs');
  await page.click('#run-list tr:has-text("tiny-2d") button:has-text("open in studio")');
  await finished(page);
  assert.ok(await page.isVisible('#panel-state-a'));
  assert.equal(await page.inputValue('#model-a'), 'tiny-2d');
  assert.equal(await page.inputValue('#benchmark'), 'E4');
  await page.context().close();
});

test('runs: on a phone the table scrolls and the page does not', async () => {
  training('early', '{name: fno, width: 16}', line(1), done('2026-01-01T10:00:00Z', 0.5));
  const { page } = await visit(urls.studio, { width: 390, height: 844, dark: true });
  await page.click('#tab-runs');
  await page.click('#run-list button:has-text("early")');
  await page.waitForSelector('#run-view canvas');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await picture(page, 'runs-phone');
  await page.context().close();
});
