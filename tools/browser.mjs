// @ts-check
/** Finds a Chromium for the tests, or prints what to install. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './process.mjs';

const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
/** Names of Firefox on Debian and elsewhere. */
const FIREFOX = ['firefox-esr', 'firefox'];
const WEBKIT = ['WebKitWebDriver', 'Xvfb'];
/** Fonts for the demo's languages and screenshots, which a bare Debian does not have. */
const DEBIAN_PACKAGES = ['chromium', HEADLESS_SHELL, 'fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji'];

/** @returns {Promise<string>} the path of a browser */
export async function findBrowser() {
  const found = process.env['FLORIN_CHROMIUM'] || installedBrowser() || (await playwrightBrowser());
  if (found) return found;
  if (await installOnDebian(DEBIAN_PACKAGES)) {
    const installed = installedBrowser();
    if (installed) return installed;
  }
  console.error(
    'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium) or name it in FLORIN_CHROMIUM.',
  );
  process.exit(1);
}

/**
 * Chromium without a user interface, in which the browser suite takes two thirds of the time. Without it the suite runs in
 * the browser of `findBrowser`.
 * @returns {Promise<string | undefined>}
 */
export async function findHeadlessShell() {
  // The developer has chosen another browser.
  if (process.env['FLORIN_CHROMIUM']) return undefined;
  return onPath([HEADLESS_SHELL]) ?? ((await installOnDebian([HEADLESS_SHELL])) ? onPath([HEADLESS_SHELL]) : undefined);
}

/** @returns {string | undefined} the path of a Firefox, which Playwright drives over WebDriver BiDi */
export function findFirefox() {
  return process.env['FLORIN_FIREFOX'] || onPath(FIREFOX);
}

/** Whether WebKitGTK's driver and a display for it are installed. */
export function hasWebKit() {
  return WEBKIT.every((name) => onPath([name]));
}

function installedBrowser() {
  return onPath(NAMES) ?? PLACES.find((path) => existsSync(path));
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/**
 * Installs packages of Debian, as root only.
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} whether they are installed
 */
export async function installOnDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing programs that the tests need: ${packages.join(', ')} …`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update', '-qq'], options);
  const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  if (install.code !== 0) console.error(update.output, install.output);
  return install.code === 0;
}
