// @ts-check
/** Finds a Chromium for the tests, or prints what to install. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './process.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
/** Fonts for the demo's languages and screenshots, which a bare Debian does not have. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji'];

/** @returns {Promise<string>} the path of a browser */
export async function findBrowser() {
  const found = process.env['FLORIN_CHROMIUM'] || installedBrowser() || (await playwrightBrowser());
  if (found) return found;
  if (await installOnDebian()) {
    const installed = installedBrowser();
    if (installed) return installed;
  }
  console.error(
    'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium) or name it in FLORIN_CHROMIUM.',
  );
  process.exit(1);
}

function installedBrowser() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  return candidates.find((path) => existsSync(path));
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(
    `No browser found; this is Debian ${readFileSync('/etc/debian_version', 'utf8').trim()} as root: installing ${DEBIAN_PACKAGES[0]} …`,
  );
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update', '-qq'], { quiet: true, env });
  const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES], {
    quiet: true,
    env,
  });
  if (install.code !== 0) console.error(update.output, install.output);
  return install.code === 0;
}
