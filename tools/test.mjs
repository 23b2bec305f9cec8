// @ts-check
/**
 * `npm test`: the whole bar on a fresh clone. Installs what is missing, builds, finds a browser, then runs the checks
 * and every suite with the time of each. The last line is `N passed, N failed`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';
import { findBrowser } from './browser.mjs';
import { check } from './check.mjs';
import { findOutsidePrograms } from './outside-programs.mjs';
import { runPackage, secondsSince } from './process.mjs';

const RESULTS = 'test-results';

/** @typedef {{ passed: number, failed: number, skipped?: number, names?: string[] }} Count names: of what failed */

await ensureInstalled();
await build();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const browser = await findBrowser();
const env = { FLORIN_CHROMIUM: browser, ...(await findOutsidePrograms()) };
Object.assign(process.env, env);

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

/** @type {readonly { name: string, run: () => Promise<Count> }[]} */
const suites = [
  { name: 'check', run: check },
  {
    name: 'unit',
    run: () =>
      vitest('unit', ['test/core', 'test/wire', 'test/service', 'test/checkout', 'test/widget', 'test/languages']),
  },
  { name: 'sandbox', run: () => vitest('sandbox', ['test/sandbox', 'test/cli']) },
  {
    name: 'sandbox on postgresql',
    run: () => vitest('sandbox-on-postgresql', ON_POSTGRESQL, { env: { FLORIN_TEST_STORE: 'postgres' } }),
  },
  { name: 'signer', run: () => vitest('signer', ['test/signer']) },
  { name: 'channel', run: () => vitest('channel', ['test/channel', 'test/hostile']) },
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
  { name: 'components', run: components },
  { name: 'browser', run: endToEnd },
];

const only = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {string[]} */
const lines = [];
/** @type {string[]} */
const failures = [];
for (const suite of suites) {
  if (only.length > 0 && !only.includes(suite.name)) continue;
  console.log(`\n== ${suite.name}`);
  const startedAt = performance.now();
  const count = await suite.run();
  passed += count.passed;
  failed += count.failed;
  skipped += count.skipped ?? 0;
  if (count.failed > 0)
    failures.push(
      ...(count.names?.length ? count.names : ['see above']).map((name) => `failed: ${suite.name}: ${name}`),
    );
  lines.push(
    `${suite.name.padEnd(21)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(3)} failed  ${secondsSince(startedAt)}`,
  );
}
console.log(`\n${[...lines, ...failures].join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/**
 * @param {string} name
 * @param {readonly string[]} filters
 * @param {{ env?: Record<string, string>, workers?: number }} [options] workers: of two cores three make the most, since
 *   many tests wait
 * @returns {Promise<Count>}
 */
async function vitest(name, filters, { env: more = {}, workers = 3 } = {}) {
  const file = `${RESULTS}/${name}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  // Files of one process share its modules: loading them anew for each would take as long as the tests.
  const how = ['run', '--no-isolate', `--maxWorkers=${workers}`, ...reporters];
  const { code } = await runPackage('vitest/vitest.mjs', [...how, ...filters], {
    // Colours would make ten characters of each dot.
    env: { ...env, ...more, NO_COLOR: '1' },
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
  const { code } = await runPackage('@web/test-runner/dist/bin.js', ['--config', 'web-test-runner.config.mjs'], {
    env,
  });
  const report = readReport(`${RESULTS}/components.json`);
  if (!report) return { passed: 0, failed: 1 };
  return { ...report, failed: Math.max(report.failed, code === 0 ? 0 : 1) };
}

/** @returns {Promise<Count>} */
async function endToEnd() {
  const { code } = await runPackage('@playwright/test/cli.js', ['test'], { env });
  const report = readReport(`${RESULTS}/browser.json`);
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

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error(`No report in ${file}: the suite did not run to its end.`);
    return undefined;
  }
}
