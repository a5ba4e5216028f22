// What a visitor sees without scrolling, and where.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { close, colours, finished, open, picture, urls, visit } from './studio.mjs';

before(open);
after(close);

const box = (page, id) => page.locator(`#panel-${id}`).boundingBox();

for (const [name, address] of [['plane', '#e=E4&a=tiny-2d&b=tiny-2d&n=6'], ['line', '#n=12']]) {
  test(`first screen: a ${name} with truth, models, errors and their curve, without scrolling`, async () => {
    const { page, problems } = await visit(`${urls.studio}${address}`, { width: 1440, height: 900 });
    await finished(page);
    const [truth, a, b] = await Promise.all(['state-r', 'state-a', 'state-b'].map((id) => box(page, id)));
    const [curve, wrongA, wrongB] = await Promise.all(['errors', 'error-a', 'error-b'].map((id) => box(page, id)));
    assert.deepEqual([a.y, b.y], [truth.y, truth.y], 'truth and models stand in one row');
    assert.deepEqual([wrongA.x, wrongB.x, curve.x], [a.x, b.x, truth.x], 'errors stand in their columns');
    assert.ok(truth.x < a.x && a.x < b.x && wrongA.y > a.y + a.height);
    for (const each of [truth, a, b, curve, wrongA, wrongB]) {
      assert.ok(each.y + each.height <= 900, `${each.y + each.height} is on the screen`);
      assert.ok(each.width > 200 && each.height > 150);
    }
    for (const id of ['play', 'run']) {
      const control = await page.locator(`#${id}`).boundingBox();
      assert.ok(control.y + control.height <= 900, `${id} is on the screen`);
    }
    await picture(page, `first-${name}`);
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}

test('first screen: the error beside a name is that of the step shown', async () => {
  const { page } = await visit(`${urls.studio}#n=12&t=12`);
  await finished(page);
  await page.waitForFunction(() => document.body.dataset.step === '12');
  const score = () => page.textContent('figure:has(#panel-state-a) .score');
  const said = Number(/TF-SNO: ([\d.e-]+) at step 12/.exec(await page.getAttribute('#panel-errors', 'aria-label'))[1]);
  assert.match(await score(), /^[\d.]+ %$/);
  assert.ok(Math.abs(parseFloat(await score()) / 100 - said) < 0.01 * said);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.body.dataset.step === '0');
  assert.equal(await score(), '0 %');
  await page.context().close();
});

test('first screen: opens on what tells most, already moving, unless that is not wanted', async () => {
  const { page } = await visit(urls.fields);
  await page.waitForFunction(() => Number(document.getElementById('scrub').value) > 2);
  assert.equal(await page.inputValue('#benchmark'), 'E6');
  await page.context().close();
  const hidden = await visit(urls.conditions);
  await finished(hidden.page);
  assert.equal(await hidden.page.inputValue('#model-a'), 'tiny-hidden', 'a law that has to be recognised and can be changed');
  await hidden.page.context().close();
  const still = await visit(urls.fields, { still: true });
  await finished(still.page);
  assert.equal(await still.page.inputValue('#scrub'), '0');
  assert.equal(await still.page.getAttribute('#play', 'aria-label'), 'Play');
  await still.page.context().close();
});

test('maps: axes in physical units, colours that follow the field', async () => {
  const { page } = await visit(`${urls.studio}#e=E4&n=40&t=40`);
  await finished(page);
  await page.waitForFunction(() => document.body.dataset.step === '40');
  const before = { scale: await page.textContent('#legend'), map: await page.$eval('#panel-state-r', (c) => c.toDataURL()) };
  await page.check('#follow');
  await page.waitForFunction((old) => document.getElementById('legend').textContent !== old, before.scale);
  assert.notEqual(await page.$eval('#panel-state-r', (c) => c.toDataURL()), before.map);
  const most = (text) => Number(/state (-[\d.]+) /.exec(text)[1]);
  assert.ok(most(await page.textContent('#legend')) > most(before.scale), 'the faded field ends nearer to zero');
  assert.ok(await colours(page, '#panel-state-r') > 50);
  await page.context().close();
});

test('gates: one sentence says what they do, and the blocks form the network', async () => {
  const { page } = await visit(`${urls.studio}#n=4&t=4`);
  await finished(page);
  assert.match(await page.textContent('figure:has(#panel-gate) figcaption'), /^Each block multiplies every wave number by a gain/);
  const levels = await page.evaluate(async () => (await (await fetch('api/models')).json()).models.find((m) => m.name === 'tiny-tfsno').levels);
  assert.deepEqual(levels, [0, 1, 2, 1, 0]);
  // The last block stands as high as the first, at the right end: the middle of the top row is empty.
  const ink = await page.$eval('#panel-gate', (canvas) => {
    const pixels = (x, y, w, h) => canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, w * canvas.width, h * canvas.height).data;
    const seen = (data) => new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 4).join())).size;
    return { left: seen(pixels(0, 0.02, 0.2, 0.2)), middle: seen(pixels(0.42, 0.02, 0.16, 0.05)), right: seen(pixels(0.8, 0.02, 0.2, 0.2)) };
  });
  assert.ok(ink.left > 5 && ink.right > 5 && ink.middle === 1, JSON.stringify(ink));
  await page.context().close();
});

test('formulas: letters, indices, powers and operators of every equation', async () => {
  const { page } = await visit(urls.studio);
  await finished(page);
  const said = await page.evaluate(async () => {
    const { formulaLines } = await import('./formula.js');
    const { equations } = await (await fetch('api/equations')).json();
    return Object.fromEntries(equations.map((e) => [e.name, formulaLines(e.formula).map((l) => l.innerHTML)]));
  });
  assert.deepEqual(said.kdv1d, ['<i>u</i><sub>t</sub> + 6 <i>u</i> <i>u</i><sub>x</sub> + <i>u</i><sub>xxx</sub> = 0']);
  assert.equal(said.navier_stokes2d.length, 4);
  assert.equal(said.navier_stokes2d[1], '−∇² <i>ψ</i> = <i>w</i>');
  assert.match(said.gray_scott1d[0], /<i>D<\/i><sub>u<\/sub> ∇² <i>u<\/i> − <i>u<\/i> <i>v<\/i><sup>2<\/sup>/);
  for (const line of Object.values(said).flat()) assert.doesNotMatch(line, /[_^]|Lap|grad|\bnu\b/, line);
  await page.context().close();
});

test('phone: results first, the form in a drawer, playback always in reach', async () => {
  for (const dark of [false, true]) {
    const { page, problems } = await visit(`${urls.studio}#e=E4&n=6`, { width: 390, height: 844, dark });
    await finished(page);
    const truth = await box(page, 'state-r');
    assert.ok(truth.y + truth.height < 500, 'the first state is near the top');
    const [a, wrong] = await Promise.all(['state-a', 'error-a'].map((id) => box(page, id)));
    assert.ok(a.width > 130 && wrong.width > 130);
    assert.ok(await page.isHidden('#run'));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const play = await page.locator('#play').boundingBox();
    assert.ok(play.y > 700 && play.y + play.height <= 844, 'the transport stays at the lower edge');
    const last = await page.locator('footer').boundingBox();
    assert.ok(last.y + last.height <= play.y, 'and hides nothing for good');
    await page.click('#open-setup');
    await page.waitForSelector('#run', { state: 'visible' });
    assert.equal(await page.getAttribute('#open-setup', 'aria-expanded'), 'true');
    await page.waitForTimeout(300);
    const button = await page.locator('#run').boundingBox();
    assert.ok(button.y + button.height <= 844, 'Run is in reach without scrolling');
    await picture(page, `phone-drawer${dark ? '-dark' : ''}`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#run', { state: 'hidden' });
    assert.equal(await page.evaluate(() => document.activeElement.id), 'open-setup');
    await page.click('#open-setup');
    await page.fill('#steps', '4');
    await page.click('#run');
    await page.waitForSelector('#run', { state: 'hidden' });
    await page.waitForFunction(() => /4 steps computed/.test(document.getElementById('status').textContent));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    assert.deepEqual(problems, []);
    await page.context().close();
  }
});

for (const width of [1024, 1440]) {
  test(`wide: nothing is wider than a screen of ${width} pixels, light or dark`, async () => {
    for (const dark of [false, true]) {
      const { page } = await visit(`${urls.studio}#e=E4&n=6`, { width, height: 800, dark });
      await finished(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      assert.ok(await page.isVisible('#setup'));
      assert.ok(await page.isHidden('#open-setup'));
      await picture(page, `wide-${width}${dark ? '-dark' : ''}`);
      await page.context().close();
    }
  });
}
