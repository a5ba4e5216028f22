// States of one's own against those that a model was trained on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { close, drag, finished, open, picture, run, urls, visit } from './studio.mjs';

before(open);
after(close);

const verdict = (page, wanted) => page.waitForSelector(`#range[data-inside="${wanted}"]`);
const slowSine = (s) => [0.01 + 0.98 * s, 0.5 - 0.35 * Math.sin(4 * Math.PI * s)];

test('range: random states are inside, a large one is not, and the button brings it there', async () => {
  const { page, problems } = await visit(`${urls.studio}#n=5`);
  await verdict(page, 'true');
  assert.ok(await page.isHidden('#fit'));
  await page.check('input[name=kind][value=sliders]', { force: true });
  await page.fill('#amplitude', '100');
  await verdict(page, 'false');
  assert.match(await page.textContent('#range-text'), /Outside the training range: deviation [\d.]+, seen [\d.]+ to [\d.]+/);
  await page.click('#fit');
  await verdict(page, 'true');
  assert.match(await page.textContent('#range-text'), /Moved inside/);
  assert.match(page.url(), /w=1/);
  await run(page);
  assert.ok(await page.isHidden('#message'));
  const other = await visit(page.url());
  await finished(other.page);
  assert.match(await other.page.textContent('#range-text'), /Moved inside/);
  const end = async (p) => {
    await p.keyboard.press('End');
    await p.waitForFunction(() => document.body.dataset.step === '5');
    return p.$eval('#panel-curve', (c) => c.toDataURL());
  };
  assert.equal(await end(other.page), await end(page));
  assert.deepEqual(problems, []);
  await page.context().close();
  await other.page.context().close();
});

test('range: a drawing is judged when it is done and loses its verdict when it is cleared', async () => {
  const { page } = await visit(`${urls.studio}#n=5`);
  await finished(page);
  await page.check('input[name=kind][value=draw]', { force: true });
  assert.ok(await page.isHidden('#range'));
  await drag(page, '#sketch', (s) => [0.01 + 0.98 * s, 0.05]);
  await verdict(page, 'false');
  assert.match(await page.textContent('#range-text'), /mean 1\.\d+, seen/);
  await page.click('#fit');
  await verdict(page, 'true');
  await picture(page, 'range');
  await drag(page, '#sketch', slowSine);
  await page.waitForFunction(() => !/Moved/.test(document.getElementById('range-text').textContent));
  await page.click('#clear');
  await page.waitForSelector('#range', { state: 'hidden' });
  await page.context().close();
});

test('range: painted vorticity loses its mean, and a model of old says that it does not know', async () => {
  const { page } = await visit(`${urls.fields}#e=E6&n=3`);
  await finished(page);
  await page.check('input[name=kind][value=draw]', { force: true });
  const answer = page.waitForResponse('**/api/initial');
  await drag(page, '#sketch', (s) => [0.3 + 0.4 * s, 0.5], 12);
  const { range, frames } = await (await answer).json();
  const mean = frames[0].values.reduce((p, v) => p + v, 0) / frames[0].values.length;
  assert.ok(Math.abs(mean) < 1e-6, `mean ${mean}`);
  assert.ok(range[0].mean.inside);
  await page.selectOption('#benchmark', 'tiny-pair');
  await page.check('input[name=kind][value=random]', { force: true });
  await verdict(page, 'unknown');
  assert.match(await page.textContent('#range-text'), /unknown for this model/);
  assert.ok(await page.isHidden('#fit'));
  await page.context().close();
});
