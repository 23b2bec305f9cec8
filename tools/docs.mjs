// @ts-check
/**
 * Writes the reference pages of `docs/reference/` from the built sources. With `--check` it writes nothing and fails if a page
 * differs from the sources. Run it after `npm run build`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import {
  apiCodesPage,
  checkoutStatesPage,
  elementsPage,
  errorCodesPage,
  framePermissionsPage,
  settingsPage,
  testCardsPage,
} from './doc-pages.mjs';
import { flowDiagrams, flowsPage } from './flows-page.mjs';
import { promisesPage } from './promises-page.mjs';
import { publicNamesPage } from './public-names.mjs';
import { shopperTextsPage } from './shopper-texts-page.mjs';
import { soapPages } from './soap-pages.mjs';

const FOLDER = 'docs/reference';

/** @type {Readonly<Record<string, () => Promise<string>>>} */
const PAGES = {
  'elements.md': elementsPage,
  'error-codes.md': errorCodesPage,
  'api-codes.md': apiCodesPage,
  'settings.md': settingsPage,
  'test-cards.md': testCardsPage,
  'frame-permissions.md': framePermissionsPage,
  'checkout-states.md': checkoutStatesPage,
  'flows.md': flowsPage,
  'promises.md': promisesPage,
  'public-names.md': publicNamesPage,
  'shopper-texts.md': shopperTextsPage,
  ...(await soapPages()),
};

const checkOnly = process.argv.includes('--check');
const options = { ...(await prettier.resolveConfig('docs/reference/elements.md')), parser: 'markdown' };
let stale = 0;
mkdirSync(`${FOLDER}/soap`, { recursive: true });
for (const [name, write] of Object.entries(PAGES)) {
  save(`${FOLDER}/${name}`, await prettier.format(await write(), options));
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
