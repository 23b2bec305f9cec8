// @ts-check
/**
 * `npm run mutate`: mutation testing of every folder of test/mutation/folders.mjs; `npm run mutate -- core channel` of some.
 * It tests the mutants that survived or changed since the report in coverage/mutation, and replaces the report; with
 * `--all` it tests all mutants. The last line counts the folders: `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FOLDERS } from '../test/mutation/folders.mjs';
import { ensureInstalled } from './install.mjs';
import { writeLanguages } from './languages.mjs';
import { scoreOf, withoutSurvivors } from './mutation-report.mjs';
import { runPackage, secondsSince } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

const REPORTS = 'coverage/mutation';

const { values, positionals: wanted } = readArguments(
  `npm run mutate [-- --all folders]\nFolders: ${Object.keys(FOLDERS).join(', ')}`,
  { all: { type: 'boolean' } },
  { words: true },
);
const isAll = values['all'] === true;
const unknown = wanted.filter((name) => !Object.hasOwn(FOLDERS, name));
if (unknown.length > 0) {
  console.error(`No folder is called ${unknown.join(', ')}. Folders: ${Object.keys(FOLDERS).join(', ')}.`);
  process.exit(1);
}

await ensureInstalled();
writeLanguages();
mkdirSync(REPORTS, { recursive: true });
/** @type {string[]} */
const lines = [];
let failed = 0;
for (const name of wanted.length > 0 ? wanted : Object.keys(FOLDERS)) {
  const startedAt = performance.now();
  const report = `${REPORTS}/${name}.json`;
  if (isAll) rmSync(report, { force: true });
  else forgetSurvivors(report);
  const { code } = await runPackage(
    '@stryker-mutator/core/bin/stryker.js',
    ['run', 'test/mutation/stryker.config.mjs'],
    {
      env: { FLORIN_MUTATE: name },
    },
  );
  if (code !== 0) failed += 1;
  lines.push(`${name.padEnd(14)} ${describe(report)}  ${secondsSince(startedAt)}${code === 0 ? '' : '  FAILED'}`);
}
console.log(`\n${lines.join('\n')}\n\n${lines.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} file */
function forgetSurvivors(file) {
  if (existsSync(file)) writeFileSync(file, JSON.stringify(withoutSurvivors(JSON.parse(readFileSync(file, 'utf8')))));
}

/** Describes the score of a report. @param {string} file */
function describe(file) {
  try {
    const { detected, all, leftOut, percent } = scoreOf(JSON.parse(readFileSync(file, 'utf8')));
    return `${percent.toFixed(1)} % (${detected} of ${all} mutants; ${leftOut} left out)`;
  } catch {
    return 'no report';
  }
}
