// @ts-check
/** The suites of `npm test` and of `npm run proof`, and how their results are counted. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.mjs';
import { findBrowser, findFirefox, findHeadlessShell, hasWebKit } from './browser.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { findOutsidePrograms } from './outside-programs.mjs';
import { run, runPackage, runVitest, secondsSince } from './process.mjs';

const RESULTS = 'test-results';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, names?: string[] }} Count names: the failed tests
 * @typedef {{ name: string, run: () => Promise<Count> }} Suite
 */

/** Tests that start processes, databases and stores. They take half as long as all other tests of their folders. */
const PROCESSES = [
  ...['node/', 'store/', 'postgres-processes.test.ts', 'three-ds-restart.test.ts', 'soap/outside-clients.test.ts'].map(
    (path) => `test/sandbox/${path}`,
  ),
  ...['node/', 'worker/', 'sidecar-silent-store.test.ts'].map((path) => `test/signer/${path}`),
  ...['test/cli/init-shops.test.ts', 'test/cli/contract-command.test.ts', 'test/contract/', 'test/recipes/'],
];

/** Folders whose tests only `npm run proof` runs. */
const LATER = ['test/commands/', 'test/promises/', 'test/chaos/'];

/** Excludes what Vitest would choose by these words. @param {readonly string[]} starts of paths */
const allBut = (starts) => starts.map((start) => `--exclude=${start}*{,/**}`);

/** CI has 90 minutes, on a slow day too: there, what takes longest has its turn every second or third day. */
export const IN_TURNS = Boolean(process.env['CI']);
/** Days since 1970. */
const DAY = Math.floor(Date.now() / 86_400_000);
/** @param {number} index @param {number} turns */
const isInTurn = (index, turns) => !IN_TURNS || index % turns === DAY % turns;

/** Examples in `npm run proof`: a sidecar with PHP, and a bundler, server rendering, two origins. `npm run examples` runs all. */
const IN_PROOF = ['php', ...['react', 'astro', 'embedded'].filter((_, index) => isInTurn(index, 3))];

/** Promises about time and memory, whose tests run alone. */
const TIMED = ['p16', 'p25', 'p26', 'p28', 'p40', 'p41', 'p43'].map((name) => `test/promises/${name}-`);

/** The suites of `npm test`. @type {readonly Suite[]} */
export const SHORT = [
  // One run: files that wait, for a browser or a process, leave the processor to others. A new folder is among them.
  { name: 'node', run: () => vitest('node', allBut([...PROCESSES, ...LATER])) },
  { name: 'components', run: () => components() },
  { name: 'browser', run: () => endToEnd(['--project', 'main']) },
];

/** The suites of `npm run proof`: the static checks, and tests that take long. @type {readonly Suite[]} */
export const LONG = [
  { name: 'check', run: check },
  {
    name: 'browser proofs',
    run: () => endToEnd(['--project', 'long', ...(IN_TURNS ? [`--shard=${(DAY % 2) + 1}/2`] : [])]),
  },
  { name: 'processes', run: () => vitest('processes', PROCESSES) },
  {
    // All of test/sandbox once more, as on a host: over a real port, which can change headers, cookies, bodies and redirects.
    name: 'sandbox as hosted',
    run: () =>
      vitest('sandbox-as-hosted', ['test/sandbox', ...allBut(PROCESSES)], {
        env: { FLORIN_TEST_STORE: 'postgres', FLORIN_TEST_TARGET: 'port' },
      }),
  },
  { name: 'commands', run: () => vitest('commands', ['test/commands']) },
  { name: 'promises', run: () => vitest('promises', ['test/promises', ...allBut(TIMED)]) },
  { name: 'promises in time', run: () => vitest('promises-in-time', TIMED, { workers: 1 }) },
  { name: 'chaos', run: () => vitest('chaos', ['test/chaos'], { workers: 1 }) },
  { name: 'firefox', run: () => inFirefox(() => components([], 'firefox')) },
  ...[
    { name: 'firefox purchases', run: () => inFirefox(firefoxPurchases) },
    { name: 'docs site', run: () => endToEnd([], 'site') },
  ].filter((_, index) => isInTurn(index, 2)),
  { name: 'webkit', run: webkit },
  { name: 'examples', run: () => runExamples(IN_PROOF) },
  {
    name: 'planted faults',
    // Imported here, because a fresh clone has no packages when this file is loaded.
    run: () =>
      import('./faults.mjs').then(({ isFirstOfItsPromise, plantFaults }) =>
        plantFaults((fault, index, all) => isInTurn(index, 3) && isFirstOfItsPromise(fault, index, all)),
      ),
  },
];

/**
 * Installs missing packages, builds, finds a browser, and runs the suites one after another. The last line is
 * `N passed, N failed`; `test-results/NAME.count.json` has the same numbers. It ends the process.
 * @param {string} name of the command
 * @param {readonly Suite[]} suites
 * @param {readonly string[]} wanted names of suites and paths of test files; default: all suites
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
 * @param {{ env?: Record<string, string>, workers?: number }} [options] workers: three are the fastest on two cores, since
 *   many tests wait
 * @returns {Promise<Count>}
 */
function vitest(name, filters, { env: more = {}, workers = 3 } = {}) {
  return runReported(
    `${name}.json`,
    (file) => {
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
      // The files of a process share its modules: loading them again for each file would take as long as the tests.
      const how = ['--no-isolate', `--maxWorkers=${workers}`, ...reporters];
      // Without colours, which take ten characters for each dot.
      return runVitest([...how, ...filters], { env: { ...more, NO_COLOR: '1' } });
    },
    ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      names: testResults.flatMap(failuresOfFile),
    }),
  );
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
 * @param {readonly string[]} [files] default: all
 * @param {'chromium' | 'firefox'} [engine]
 * @returns {Promise<Count>}
 */
function components(files = [], engine = 'chromium') {
  const words = ['--config', 'test/web-test-runner.config.mjs', ...(files.length > 0 ? ['--files', ...files] : [])];
  return runReported(engine === 'firefox' ? 'firefox-components.json' : 'components.json', () =>
    runPackage('@web/test-runner/dist/bin.js', words, { env: { FLORIN_ENGINE: engine } }),
  );
}

/** @param {() => Promise<Count>} run @returns {Promise<Count>} */
async function inFirefox(run) {
  const program = findFirefox();
  if (!program) return notInstalled('Firefox', 'firefox-esr');
  process.env['FLORIN_FIREFOX'] = program;
  return run();
}

/** Some of the end-to-end tests in Firefox, which takes much longer than Chromium. @returns {Promise<Count>} */
function firefoxPurchases() {
  const words = ['test', '--config', 'test/playwright.firefox.config.ts', '--project', 'proof'];
  return runReported('firefox.json', () => runPackage('@playwright/test/cli.js', words));
}

/** Purchases in WebKitGTK. @returns {Promise<Count>} */
async function webkit() {
  if (!hasWebKit()) return notInstalled('WebKitGTK', 'webkit2gtk-driver xvfb');
  return runReported('webkit.json', () => run(process.execPath, ['test/webkit/run.mjs']));
}

/**
 * A suite whose program is missing is skipped. In CI, which installs all programs, it fails.
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
 * @param {readonly string[]} names default: all
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
 * @typedef {{ projectName: string, annotations: { type: string, description?: string }[],
 *   results: { error?: { message?: string } }[] }} ReportedTest
 * @param {{ specs?: { tests: ReportedTest[] }[], suites?: any[] }} suite
 * @returns {ReportedTest[]}
 */
function testsOf({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)];
}

/**
 * @param {readonly string[]} [files] default: all
 * @param {keyof typeof PLAYWRIGHT} [folder]
 * @returns {Promise<Count>}
 */
function endToEnd(files = [], folder = 'browser') {
  return runReported(
    `${folder}.json`,
    () => runPackage('@playwright/test/cli.js', ['test', '--config', PLAYWRIGHT[folder], ...files]),
    ({ stats: { expected, unexpected, flaky, skipped }, suites }) => ({
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      names: suites.flatMap(failuresOfSpecs),
    }),
  );
}

/**
 * @typedef {{ title: string, ok: boolean, file: string, line: number, tests: ReportedTest[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: SpecSuite[] }} SpecSuite
 * @param {SpecSuite} suite
 * @returns {string[]}
 */
function failuresOfSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => `${spec.file}:${spec.line} ${spec.title}${reasonOf(spec)}`),
    ...suites.flatMap(failuresOfSpecs),
  ];
}

/** The first lines of the error, because of a long run only the end is kept. @param {Spec} spec */
function reasonOf({ tests }) {
  const failed = tests.flatMap(({ results }) => results).find(({ error }) => error);
  const lines = stripVTControlCharacters(failed?.error?.message ?? '').split('\n');
  return lines
    .filter((line) => /\w/.test(line))
    .slice(0, 12)
    .map((line) => `\n    ${line}`)
    .join('');
}

/**
 * Runs a suite, and reads its report.
 * @param {string} name of the report
 * @param {(file: string) => Promise<{ code: number }>} run
 * @param {(report: any) => Count} [read] default: the report is the count
 * @returns {Promise<Count>}
 */
async function runReported(name, run, read = (report) => report) {
  const file = `${RESULTS}/${name}`;
  // A suite that ends early must not be counted by an older report.
  rmSync(file, { force: true });
  const { code } = await run(file);
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const count = read(report);
  // A test that is known to fail in an engine fails for the runner too.
  if (code === 0 || report.known > 0) return count;
  // A file that does not load has no failed tests, but an exit code.
  const names = count.names?.length === 0 ? ['an error outside of all tests, see above'] : count.names;
  return { ...count, failed: Math.max(count.failed, 1), ...(names && { names }) };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error(`No report in ${file}: the suite ended early.`);
    return undefined;
  }
}
