// @ts-check
/** Every suite: what `npm test` runs, what `npm run proof` runs, and how each is counted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from './build.mjs';
import { findBrowser, findFirefox, findHeadlessShell, hasWebKit } from './browser.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { findOutsidePrograms } from './outside-programs.mjs';
import { run, runPackage, runVitest, secondsSince } from './process.mjs';

const RESULTS = 'test-results';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, names?: string[] }} Count names: of what failed
 * @typedef {{ name: string, run: () => Promise<Count> }} Suite
 */

/**
 * Tests that run a second time with every sandbox on PostgreSQL: those of operations that use the store. Left out: tests
 * that never reach a store (routing, numbers, clock, field codes, documents, pages) or only the bank's rules (test mode, the
 * guides' examples), tests that send thousands of requests to the readers, and tests of SQLite's file or with their own
 * PostgreSQL server.
 */
const ON_POSTGRESQL = [
  ...['auth-keys', 'control', 'objects', 'order-of-checks', 'search', 'state-rules'],
  ...['frame-payments', 'frame-tokens', 'fraud', 'stored-objects', 'three-ds', 'token-keys'],
  ...['token-payments', 'token-search', 'tokens', 'transactions', 'webform', 'webform-tokens'],
  ...['control/control-api', 'control/faults', 'webhooks/webhooks'],
  ...['soap/bank-account-tokens', 'soap/batches', 'soap/card-tokens', 'soap/crn-lookups', 'soap/login'],
  ...['soap/payment-types', 'soap/process-payment', 'soap/search-transactions', 'soap/settlement-files'],
].map((file) => `test/sandbox/${file}.test.ts`);

/** Tests that run a second time over a real port: of what a transport can change, which is headers, cookies, bodies and redirects. */
const OVER_A_PORT = [
  ...[
    'auth-keys',
    'authenticate',
    'back-office',
    'frame-entry',
    'frame-pages',
    'hostile',
    'http',
    'openapi-page',
    'pages',
  ],
  ...['router', 'three-ds', 'three-ds-routes', 'transactions', 'webform', 'webform-hostile', 'control/control-api'],
  ...['request-log/request-log', 'soap/http', 'soap/login', 'soap/process-payment', 'webhooks/webhooks'],
].map((file) => `test/sandbox/${file}.test.ts`);

/** Tests that start processes, databases and stores of their own. They take half of the time of the tests beside them. */
const PROCESSES = [
  ...['node', 'store', 'postgres-processes.test.ts', 'three-ds-restart.test.ts', 'soap/outside-clients.test.ts'].map(
    (path) => `test/sandbox/${path}`,
  ),
  ...['node', 'worker', 'sidecar-silent-store.test.ts'].map((path) => `test/signer/${path}`),
];

/** The folders of `npm test` that run in Node. */
const IN_NODE = [
  ...['core', 'node', 'wire', 'service', 'checkout', 'widget', 'languages', 'testing'],
  ...['sandbox', 'cli', 'signer', 'channel', 'embed', 'hostile'],
].map((folder) => `test/${folder}`);
const WITHOUT_PROCESSES = PROCESSES.map((path) => `--exclude=${path}${path.endsWith('.ts') ? '' : '/**'}`);

/** Examples of `demo/examples`: a process beside PHP, a bundler, a server that renders the form, two origins. `npm run examples` runs all. */
const IN_PROOF = ['php', 'react', 'astro', 'embedded'];

/** Promises about time and memory, which run alone. */
const BY_THE_CLOCK = ['p16', 'p25', 'p26', 'p28', 'p40', 'p41', 'p43'];

/** @param {(name: string) => boolean} isWanted takes `p07` */
function promises(isWanted) {
  const files = readdirSync('test/promises').filter((file) => file.endsWith('.test.ts'));
  return files.filter((file) => isWanted(file.slice(0, 3))).map((file) => `test/promises/${file}`);
}

/** What a user runs, and what most changes can break. @type {readonly Suite[]} */
export const SHORT = [
  // One run: files that wait, for a browser or a process, leave the processor to others.
  { name: 'node', run: () => vitest('node', [...IN_NODE, ...WITHOUT_PROCESSES]) },
  { name: 'components', run: () => components() },
  { name: 'browser', run: () => endToEnd(['--project', 'main']) },
];

/** The static checks, and proofs that take long: processes killed, disks filled, faults planted, another store. @type {readonly Suite[]} */
export const LONG = [
  { name: 'check', run: check },
  { name: 'browser proofs', run: () => endToEnd(['--project', 'long']) },
  { name: 'processes', run: () => vitest('processes', PROCESSES) },
  {
    name: 'sandbox over a port',
    run: () => vitest('sandbox-over-a-port', OVER_A_PORT, { env: { FLORIN_TEST_TARGET: 'port' } }),
  },
  {
    name: 'sandbox on postgresql',
    run: () => vitest('sandbox-on-postgresql', ON_POSTGRESQL, { env: { FLORIN_TEST_STORE: 'postgres' } }),
  },
  { name: 'commands', run: () => vitest('commands', ['test/commands']) },
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
  { name: 'firefox', run: () => inFirefox(() => components([], 'firefox')) },
  { name: 'firefox purchases', run: () => inFirefox(firefoxPurchases) },
  { name: 'webkit', run: webkit },
  { name: 'docs site', run: () => endToEnd([], 'site') },
  { name: 'examples', run: () => runExamples(IN_PROOF) },
  {
    name: 'planted faults',
    // Imported here, because on a fresh clone the packages are not installed yet when this file is loaded.
    run: () => import('./faults.mjs').then((faults) => faults.plantFaults(faults.isFirstOfItsPromise)),
  },
];

/**
 * Installs missing packages, builds, finds a browser, and runs the suites one after another. The last line is
 * `N passed, N failed`; `test-results/NAME.count.json` has the same numbers. It ends the process.
 * @param {string} name of the command
 * @param {readonly Suite[]} suites
 * @param {readonly string[]} wanted names of suites and paths of test files; all suites, where there is none
 */
export async function runSuites(name, suites, wanted) {
  const paths = wanted.filter(isTestPath);
  const names = wanted.filter((each) => !isTestPath(each));
  const unknown = names.filter((each) => !suites.some((suite) => suite.name === each));
  if (unknown.length > 0) {
    console.error(
      `No file and no suite is called ${unknown.join(', ')}. Suites: ${suites.map((suite) => suite.name).join(', ')}.`,
    );
    process.exit(1);
  }
  const toRun = wanted.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
  await ensureInstalled();
  await build();
  mkdirSync(RESULTS, { recursive: true });
  const headlessShell = await findHeadlessShell();
  Object.assign(process.env, {
    ...(headlessShell && { FLORIN_HEADLESS_SHELL: headlessShell }),
    FLORIN_CHROMIUM: await findBrowser(),
    ...(await findOutsidePrograms()),
  });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  const failures = [];
  for (const suite of [...toRun, ...suitesOfPaths(paths)]) {
    console.log(`\n== ${suite.name}`);
    const startedAt = performance.now();
    const { passed, failed, skipped = 0, names: failedTests } = await suite.run();
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    if (failed > 0)
      failures.push(
        ...(failedTests?.length ? failedTests : ['see above']).map((each) => `failed: ${suite.name}: ${each}`),
      );
    lines.push(
      `${suite.name.padEnd(21)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed  ${secondsSince(startedAt)}`,
    );
  }
  console.log(`\n${[...lines, ...failures].join('\n')}\n`);
  writeFileSync(`${RESULTS}/${name}.count.json`, `${JSON.stringify(sum)}\n`);
  console.log(lastLine(sum));
  process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
}

/** @param {string} argument */
const isTestPath = (argument) => argument.startsWith('test/') && existsSync(argument);

/** Each file with its runner. @param {readonly string[]} paths @returns {Suite[]} */
function suitesOfPaths(paths) {
  const browser = paths.filter((path) => /^test\/browser\b/.test(path));
  const elements = paths.filter((path) => /^test\/elements\b/.test(path)).map(withAllFiles);
  const site = paths.filter((path) => /^test\/site\b/.test(path));
  const others = paths.filter((path) => !/^test\/(browser|elements|site)\b/.test(path));
  return [
    ...(others.length > 0 ? [{ name: 'files', run: () => vitest('files', others) }] : []),
    ...(elements.length > 0 ? [{ name: 'components', run: () => components(elements) }] : []),
    ...(browser.length > 0 ? [{ name: 'browser', run: () => endToEnd(browser) }] : []),
    ...(site.length > 0 ? [{ name: 'docs site', run: () => endToEnd(site, 'site') }] : []),
  ];
}

/** @param {string} path of a file or a folder */
function withAllFiles(path) {
  return path.endsWith('.ts') ? path : `${path}/**/*.test.ts`;
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
  // The files of a process share its modules: loading them again for each file would take as long as the tests.
  const how = ['--no-isolate', `--maxWorkers=${workers}`, ...reporters];
  const { code } = await runVitest([...how, ...filters], {
    // Without colours, which take ten characters for each dot.
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

/**
 * @param {readonly string[]} [files] all, where none is named
 * @param {'chromium' | 'firefox'} [engine]
 * @returns {Promise<Count>}
 */
async function components(files = [], engine = 'chromium') {
  const file = newReport(engine === 'firefox' ? 'firefox-components.json' : 'components.json');
  const words = ['--config', 'test/web-test-runner.config.mjs', ...(files.length > 0 ? ['--files', ...files] : [])];
  const { code } = await runPackage('@web/test-runner/dist/bin.js', words, { env: { FLORIN_ENGINE: engine } });
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  // A failure that is on the list of the engine is one for the runner too.
  const isSound = code === 0 || report.known > 0;
  return { ...report, failed: Math.max(report.failed, isSound ? 0 : 1) };
}

/** @param {() => Promise<Count>} run @returns {Promise<Count>} */
async function inFirefox(run) {
  const program = findFirefox();
  if (!program) return notInstalled('Firefox', 'firefox-esr');
  process.env['FLORIN_FIREFOX'] = program;
  return run();
}

/** The share of the end-to-end tests that fits into the time. @returns {Promise<Count>} */
async function firefoxPurchases() {
  const file = newReport('firefox.json');
  const words = ['test', '--config', 'test/playwright.firefox.config.ts', '--project', 'proof'];
  const { code } = await runPackage('@playwright/test/cli.js', words);
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  return { ...report, failed: Math.max(report.failed, code === 0 ? 0 : 1) };
}

/** Whole purchases in WebKitGTK. @returns {Promise<Count>} */
async function webkit() {
  if (!hasWebKit()) return notInstalled('WebKitGTK', 'webkit2gtk-driver xvfb');
  const file = newReport('webkit.json');
  await run(process.execPath, ['test/webkit/run.mjs']);
  return readReport(file) ?? { passed: 0, failed: 1 };
}

/**
 * A suite whose program is missing is skipped, but not in CI, which installs it.
 * @param {string} name
 * @param {string} packages of Debian
 * @returns {Count}
 */
function notInstalled(name, packages) {
  const problem = `${name} is not installed here: apt-get install ${packages}`;
  console.log(problem);
  if (process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required') return { passed: 0, failed: 1, names: [problem] };
  return { passed: 0, failed: 0, skipped: 1 };
}

/** The configuration of each folder with tests of Playwright. */
const PLAYWRIGHT = {
  browser: 'test/playwright.config.ts',
  site: 'test/playwright.site.config.ts',
  examples: 'test/playwright.examples.config.ts',
};

/**
 * Runs examples of `demo/examples`, and prints a line of facts for each.
 * @param {readonly string[]} names all, where there is none
 * @returns {Promise<Count>}
 */
export async function runExamples(names) {
  const count = await endToEnd(
    names.flatMap((name) => ['--project', name]),
    'examples',
  );
  /** @type {Map<string, string[]>} */
  const facts = new Map();
  /** @type {ReportedTest[]} */
  const tests = (readReport(`${RESULTS}/examples.json`)?.suites ?? []).flatMap(testsOf);
  for (const { projectName, annotations } of tests) {
    const notes = annotations.filter(({ type, description = '' }) => type !== 'skip' && description !== '');
    const line = notes.map(({ type, description = '' }) =>
      type === 'versions' ? description : `${type}: ${description}`,
    );
    facts.set(projectName, [...(facts.get(projectName) ?? []), ...line]);
  }
  for (const [name, lines] of facts) console.log(`${name.padEnd(10)} ${lines.join('; ')}`);
  return count;
}

/**
 * @typedef {{ projectName: string, annotations: { type: string, description?: string }[] }} ReportedTest
 * @param {{ specs?: { tests: ReportedTest[] }[], suites?: any[] }} suite
 * @returns {ReportedTest[]}
 */
function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)];
}

/**
 * @param {readonly string[]} [files] all, where none is named
 * @param {keyof typeof PLAYWRIGHT} [folder]
 * @returns {Promise<Count>}
 */
async function endToEnd(files = [], folder = 'browser') {
  const file = newReport(`${folder}.json`);
  const { code } = await runPackage('@playwright/test/cli.js', ['test', '--config', PLAYWRIGHT[folder], ...files]);
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
