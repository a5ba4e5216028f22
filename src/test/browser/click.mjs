// Measures the time from a click on Run to the first picture: node src/test/browser/click.mjs [URL] [BROWSER]

import { chromium } from 'playwright-core';

const [url = 'http://127.0.0.1:8080/', browserPath = '/usr/bin/chromium'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage();
await page.goto(url);
const finished = () => page.waitForFunction(() => document.body.dataset.finished === 'true');
await finished();
const times = [];
for (let i = 0; i < 15; i++) {
  times.push(await page.evaluate(() => new Promise((resolve) => {
    document.body.dataset.ready = '-1';
    const clicked = performance.now();
    const look = () => {
      if (Number(document.body.dataset.ready) < 1) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(Math.round(performance.now() - clicked)));
    };
    document.getElementById('run').click();
    look();
  })));
  await finished();
}
times.sort((p, q) => p - q);
console.log(`click to first picture: median ${times[7]} ms, ${times[0]} to ${times[14]} ms`);
await browser.close();
