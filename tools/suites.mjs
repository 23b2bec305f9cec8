// @ts-check
/** Every suite: what `npm test` runs, what `npm run proof` runs, and how each is counted. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from './build.mjs';
import { findBrowser } from './browser.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { findOutsidePrograms } from './outside-programs.mjs';
import { runPackage, secondsSince } from './process.mjs';

const RESULTS = 'test-results';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, names?: string[] }} Count names: of what failed
 * @typedef {{ name: string, run: () => Promise<Count> }} Suite
 */

/**
 * What runs a second time with every sandbox on PostgreSQL: the files whose tests go through operations to the store.
 * Left out: what never gets to a store (routing, numbers, clock, field codes, documents, pages) or asks the bank's rules
 * only (test mode, the guides' examples), what sends thousands of calls to the readers before the store, and what is
 * about SQLite's file or brings a PostgreSQL server of its own.
 */
const ON_POSTGRESQL = [
  ...['auth-keys', 'control', 'objects', 'order-of-checks', 'search', 'state-rules'],
  ...['frame-payments', 'frame-tokens', 'fraud', 'stored-objects', 'three-ds', 'token-keys'],
  ...['token-payments', 'token-search', 'tokens', 'transactions', 'webform', 'webform-tokens'],
  ...['control/control-api', 'control/faults', 'webhooks/webhooks'],
  ...['soap/bank-account-tokens', 'soap/batches', 'soap/card-tokens', 'soap/crn-lookups', 'soap/login'],
  ...['soap/payment-types', 'soap/process-payment', 'soap/search-transactions', 'soap/settlement-files'],
].map((file) => `test/sandbox/${file}.test.ts`);

/** Promises about times and memory: nothing else may run beside them. */
const BY_THE_CLOCK = ['p16', 'p25', 'p26', 'p28', 'p40', 'p41', 'p43'];

/** @param {(name: string) => boolean} isWanted takes `p07` */
function promises(isWanted) {
  const files = readdirSync('test/promises').filter((file) => file.endsWith('.test.ts'));
  return files.filter((file) => isWanted(file.slice(0, 3))).map((file) => `test/promises/${file}`);
}

/** What a user runs, and what most changes can break. @type {readonly Suite[]} */
export const SHORT = [
  { name: 'check', run: check },
  {
    name: 'unit',
    run: () =>
      vitest('unit', ['test/core', 'test/wire', 'test/service', 'test/checkout', 'test/widget', 'test/languages']),
  },
  { name: 'sandbox', run: () => vitest('sandbox', ['test/sandbox', 'test/cli']) },
  { name: 'signer', run: () => vitest('signer', ['test/signer']) },
  { name: 'channel', run: () => vitest('channel', ['test/channel', 'test/hostile']) },
  { name: 'components', run: components },
  { name: 'browser', run: endToEnd },
];

/** The proofs that take long: processes killed, disks filled, faults planted, another store, real ports. @type {readonly Suite[]} */
export const LONG = [
  {
    name: 'sandbox over a port',
    run: () => vitest('sandbox-over-a-port', ['test/sandbox'], { env: { FLORIN_TEST_TARGET: 'port' } }),
  },
  {
    name: 'sandbox on postgresql',
    run: () => vitest('sandbox-on-postgresql', ON_POSTGRESQL, { env: { FLORIN_TEST_STORE: 'postgres' } }),
  },
  {
    name: 'promises',
    run: () =>
      vitest(
        'promises',
        promises((name) => !BY_THE_CLOCK.includes(name)),
      ),
  },
  {
    name: 'promises in time',
    run: () =>
      vitest(
        'promises-in-time',
        promises((name) => BY_THE_CLOCK.includes(name)),
        { workers: 1 },
      ),
  },
  {
    name: 'planted faults',
    // Needs installed packages, which are not there when this file is loaded on a fresh clone.
    run: () => import('./faults.mjs').then((faults) => faults.plantFaults(faults.isFirstOfItsPromise)),
  },
];

/**
 * Installs what is missing, builds, finds a browser, then runs suites one after another. The last line is
 * `N passed, N failed`; `test-results/NAME.count.json` has the same numbers. Ends the process.
 * @param {string} name of the command
 * @param {readonly Suite[]} suites
 * @param {readonly string[]} only names of suites; all, where there is none
 */
export async function runSuites(name, suites, only) {
  const unknown = only.filter((each) => !suites.some((suite) => suite.name === each));
  if (unknown.length > 0) {
    console.error(
      `No suite is called ${unknown.join(', ')}. There are: ${suites.map((suite) => suite.name).join(', ')}.`,
    );
    process.exit(1);
  }
  await ensureInstalled();
  await build();
  mkdirSync(RESULTS, { recursive: true });
  Object.assign(process.env, { FLORIN_CHROMIUM: await findBrowser(), ...(await findOutsidePrograms()) });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  const failures = [];
  for (const suite of suites) {
    if (only.length > 0 && !only.includes(suite.name)) continue;
    console.log(`\n== ${suite.name}`);
    const startedAt = performance.now();
    const { passed, failed, skipped = 0, names } = await suite.run();
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    if (failed > 0)
      failures.push(...(names?.length ? names : ['see above']).map((each) => `failed: ${suite.name}: ${each}`));
    lines.push(
      `${suite.name.padEnd(21)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed  ${secondsSince(startedAt)}`,
    );
  }
  console.log(`\n${[...lines, ...failures].join('\n')}\n`);
  writeFileSync(`${RESULTS}/${name}.count.json`, `${JSON.stringify(sum)}\n`);
  console.log(lastLine(sum));
  process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
}

/** @param {{ passed: number, failed: number, skipped: number }} sum */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {string} name
 * @param {readonly string[]} filters
 * @param {{ env?: Record<string, string>, workers?: number }} [options] workers: of two cores three make the most, since
 *   many tests wait
 * @returns {Promise<Count>}
 */
async function vitest(name, filters, { env: more = {}, workers = 3 } = {}) {
  const file = newReport(`${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  // Files of one process share its modules: loading them anew for each would take as long as the tests.
  const how = ['run', '--no-isolate', `--maxWorkers=${workers}`, ...reporters];
  const { code } = await runPackage('vitest/vitest.mjs', [...how, ...filters], {
    // Colours would make ten characters of each dot.
    env: { ...more, NO_COLOR: '1' },
  });
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  // A file that does not load has no tests to fail: its exit code is the failure.
  const failedTests = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  const names = report.testResults.flatMap(failuresOfFile);
  if (failedTests > names.length) names.push('an error outside of all tests, see above');
  return { passed: report.numPassedTests, failed: failedTests, skipped: report.numPendingTests, names };
}

/**
 * @param {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} file
 * @returns {string[]}
 */
function failuresOfFile(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
  if (failed.length === 0 && file.status === 'failed') return [file.name];
  return failed;
}

/** @returns {Promise<Count>} */
async function components() {
  const file = newReport('components.json');
  const { code } = await runPackage('@web/test-runner/dist/bin.js', ['--config', 'web-test-runner.config.mjs']);
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  return { ...report, failed: Math.max(report.failed, code === 0 ? 0 : 1) };
}

/** @returns {Promise<Count>} */
async function endToEnd() {
  const file = newReport('browser.json');
  const { code } = await runPackage('@playwright/test/cli.js', ['test']);
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const names = report.suites.flatMap(failuresOfSpecs);
  return { passed: expected, failed: Math.max(unexpected + flaky, code === 0 ? 0 : 1), skipped, names };
}

/**
 * @typedef {{ title: string, ok: boolean, file: string, line: number }} Spec
 * @typedef {{ specs?: Spec[], suites?: SpecSuite[] }} SpecSuite
 * @param {SpecSuite} suite
 * @returns {string[]}
 */
function failuresOfSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok);
  return [...failed.map((spec) => `${spec.file}:${spec.line} ${spec.title}`), ...suites.flatMap(failuresOfSpecs)];
}

/** The path of a report. An older one goes: a suite that ends early must not be counted by it. @param {string} name */
function newReport(name) {
  rmSync(`${RESULTS}/${name}`, { force: true });
  return `${RESULTS}/${name}`;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error(`No report in ${file}: the suite did not run to its end.`);
    return undefined;
  }
}
