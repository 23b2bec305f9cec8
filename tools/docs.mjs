// @ts-check
/**
 * Writes the reference pages of `docs/reference/` from the built sources. With `--check` it writes nothing and fails if a page
 * differs from the sources. Run it after `npm run build`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { apiPages } from './api-pages.mjs';
import { ARROWS } from './arrows.mjs';
import {
  apiCodesPage,
  checkoutStatesPage,
  elementsPage,
  errorCodesPage,
  framePermissionsPage,
  settingsPage,
  testCardsPage,
} from './doc-pages.mjs';
import { contractPage } from './contract-page.mjs';
import { flowDiagrams, flowsPage } from './flows-page.mjs';
import { failOn } from './process.mjs';
import { promisesPage } from './promises-page.mjs';
import { publicNamesPage } from './public-names.mjs';
import { shopperTextsPage } from './shopper-texts-page.mjs';
import { soapPages } from './soap-pages.mjs';

/** By their names below docs/reference. @type {Readonly<Record<string, () => string | Promise<string>>>} */
const PAGES = {
  '../../src/README.md': foldersPage,
  'elements.md': elementsPage,
  'error-codes.md': errorCodesPage,
  'api-codes.md': apiCodesPage,
  'settings.md': settingsPage,
  'test-cards.md': testCardsPage,
  'frame-permissions.md': framePermissionsPage,
  'checkout-states.md': checkoutStatesPage,
  'flows.md': flowsPage,
  'contract.md': contractPage,
  'promises.md': promisesPage,
  'public-names.md': publicNamesPage,
  'shopper-texts.md': shopperTextsPage,
  ...(await soapPages()),
};

const { undocumented } = await apiPages();
failOn(undocumented.map((name) => `${name} has no comment`));

const checkOnly = process.argv.includes('--check');
const options = { ...(await prettier.resolveConfig('docs/reference/elements.md')), parser: 'markdown' };
let stale = 0;
mkdirSync('docs/reference/soap', { recursive: true });
for (const [name, write] of Object.entries(PAGES)) {
  save(join('docs/reference', name), await prettier.format(await write(), options));
}
for (const [path, text] of Object.entries(flowDiagrams())) save(`docs/${path}`, text);
if (stale > 0) process.exit(1);
console.log(`${Object.keys(PAGES).length} reference pages ${checkOnly ? 'are up to date' : 'written'}`);

/** @param {string} file @param {string} text */
function save(file, text) {
  if (!checkOnly) return writeFileSync(file, text);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  console.error(`${file} is stale: run node tools/docs.mjs`);
  stale += 1;
}

function foldersPage() {
  const rows = Object.entries(ARROWS).map(
    ([folder, { package: name, what, folders }]) =>
      `| [${folder}](${folder}) | ${what} | ${name} | ${folders.join(', ') || 'nothing'} |`,
  );
  return [
    '# The folders',
    'Written by `tools/docs.mjs` from `tools/arrows.mjs`, which `npm run check` enforces.',
    ['| folder | what it is | package | imports |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
