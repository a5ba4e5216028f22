// Helpers: one browser, a fresh page for every test.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const urls = {
  studio: process.env.STUDIO_URL,
  fields: process.env.STUDIO_FIELDS_URL,
  conditions: process.env.STUDIO_CONDITIONS_URL,
  own: process.env.STUDIO_OWN_URL,
  empty: process.env.STUDIO_EMPTY_URL,
  locked: process.env.STUDIO_LOCKED_URL,
};
export const token = process.env.STUDIO_TOKEN;
export const runsFolder = process.env.STUDIO_RUNS;
const pictures = process.env.STUDIO_PICTURES;

const SWITCHES = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

let browser;

export async function open() {
  mkdirSync(pictures, { recursive: true });
  browser = await chromium.launch({ executablePath: process.env.STUDIO_BROWSER, args: SWITCHES });
}

export const close = () => browser.close();

/** A page at an address of the studio, with everything that went wrong on it. */
export async function visit(address, { width = 1280, height = 900, dark = false, still = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const problems = [];
  page.on('pageerror', (e) => problems.push(`error: ${e.message}`));
  page.on('console', (m) => { if (m.type() === 'error') problems.push(`console: ${m.text()}`); });
  page.on('request', (r) => {
    const url = new URL(r.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') problems.push(`elsewhere: ${url}`);
  });
  await page.goto(address);
  return { page, problems };
}

export async function finished(page) {
  await page.waitForFunction(() => document.body.dataset.finished === 'true');
  // What has arrived is painted in the frame after that.
  await page.evaluate(() => new Promise((painted) => { requestAnimationFrame(() => requestAnimationFrame(painted)); }));
}

/** Runs what the form says and waits for the end. */
export async function run(page) {
  await page.evaluate(() => { document.body.dataset.finished = 'false'; });
  await page.click('#run');
  await finished(page);
}

export const step = (page) => page.evaluate(() => Number(document.getElementById('scrub').value));

/** How many different colours a canvas shows: a blank one has one. */
export function colours(page, selector) {
  return page.$eval(selector, (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  });
}

export const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

/** What a click downloads. */
export async function downloaded(page, selector) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Drags over the middle of an element along a curve of [0, 1] x [0, 1]. */
export async function drag(page, selector, curve, points = 30) {
  const box = await page.locator(selector).boundingBox();
  const place = (s) => { const [x, y] = curve(s); return [box.x + x * box.width, box.y + y * box.height]; };
  await page.mouse.move(...place(0));
  await page.mouse.down();
  for (let i = 1; i <= points; i++) await page.mouse.move(...place(i / points));
  await page.mouse.up();
}

/** A float32 array as numpy.save writes it. */
export function npy(shape, values) {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = text.padEnd(117) + '\n';
  return Buffer.concat([
    Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([1, 0, 118, 0]), Buffer.from(header),
    Buffer.from(Float32Array.from(values).buffer),
  ]);
}
