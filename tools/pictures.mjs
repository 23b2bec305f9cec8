// @ts-check
/**
 * `npm run pictures`: screenshots of every state (way to pay, outcome, screen, scheme) in `test-results/pictures`, with
 * `index.html`, and one contact sheet for each group as PNG. Arguments are passed to Playwright: `npm run pictures --
 * --project phone-light -g approved` takes some of them and keeps the others. `npm run pictures -- --sheets` writes only the
 * sheets.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { runPackage } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

const FOLDER = 'test-results/pictures';
const SCREENS = ['phone-light', 'phone-dark', 'desktop-light', 'desktop-dark'];

// Other options are Playwright's.
if (process.argv.includes('--help')) readArguments('npm run pictures [-- --sheets | options of Playwright]', {});
await ensureInstalled();
const isOnlySheets = process.argv.includes('--sheets');
if (!isOnlySheets) await build();
process.env['FLORIN_CHROMIUM'] = await findBrowser();
const { code } = isOnlySheets
  ? { code: 0 }
  : await runPackage('@playwright/test/cli.js', [
      ...['test', '--config', 'test/playwright.pictures.config.ts'],
      ...process.argv.slice(2),
    ]);
if (existsSync(FOLDER)) await writeSheets();
// The picture in the README, with all of them.
if (process.argv.length === 2) {
  const readme = ['test', '--config', 'test/playwright.config.ts', 'readme-picture', '--update-snapshots'];
  await runPackage('@playwright/test/cli.js', readme);
}
process.exit(code);

/** Writes the HTML page with all screenshots, and a PNG for each group. */
async function writeSheets() {
  /** @type {Map<string, Set<string>>} */
  const groups = new Map();
  for (const file of readdirSync(FOLDER).sort()) {
    const [way = '', state = '', screen] = file.split('--');
    if (screen === undefined || file.startsWith('sheet')) continue;
    groups.set(way, (groups.get(way) ?? new Set()).add(state));
  }
  writeFileSync(join(FOLDER, 'index.html'), htmlOf([...groups]));
  const { chromium } = await import('playwright-core');
  const executablePath = process.env['FLORIN_CHROMIUM'];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
  for (const group of groups) {
    const sheet = resolve(FOLDER, `sheet-${group[0]}.html`);
    writeFileSync(sheet, htmlOf([group]));
    await page.goto(pathToFileURL(sheet).href);
    await page.screenshot({ path: join(FOLDER, `sheet-${group[0]}.png`), fullPage: true });
  }
  await browser.close();
  console.log(`Pictures: ${pathToFileURL(resolve(FOLDER, 'index.html')).href}`);
}

/** @param {readonly (readonly [string, Set<string>])[]} groups */
function htmlOf(groups) {
  const files = new Set(readdirSync(FOLDER));
  const cell = (/** @type {string} */ name) =>
    `<td>${files.has(name) ? `<a href="${name}"><img src="${name}" alt=""></a>` : ''}</td>`;
  const row = (/** @type {string} */ way, /** @type {string} */ state) =>
    `<tr><th>${state}</th>${SCREENS.map((screen) => cell(`${way}--${state}--${screen}.png`)).join('')}</tr>`;
  const table = (/** @type {string} */ way, /** @type {Set<string>} */ states) =>
    `<h2>${way}</h2><table><tr><th></th>${SCREENS.map((screen) => `<th>${screen}</th>`).join('')}</tr>${[...states].map((state) => row(way, state)).join('')}</table>`;
  return `<!doctype html><meta charset="utf-8"><title>Florin: pictures</title>
<style>body{font:14px system-ui;margin:16px}td{vertical-align:top;padding:4px}th{text-align:start;vertical-align:top}
img{border:1px solid #999;display:block}td:nth-child(-n+3) img{width:240px}td img{width:460px}</style>
<h1>Florin: pictures</h1>${groups.map(([way, states]) => table(way, states)).join('')}`;
}
