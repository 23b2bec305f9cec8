// @ts-check
/**
 * Plants the faults of test/promises/faults.ts one by one, and checks that the promise's test fails. The Vite plugin
 * test/support/fault-plugin.ts changes code in the test's process, tools/fault-loader.mjs in child processes (dist/).
 *
 * `node tools/faults.mjs` plants all faults, `node tools/faults.mjs P9 …` those of some promises. `npm run proof` plants the
 * first fault of each promise; in CI, on each day a third of them. `--check` only looks whether each has its place: exactly once
 * in its file.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import ts from 'typescript';
import { inParallel, isProgram, runVitest, secondsSince } from './process.mjs';

const FOLDER = 'test-results/faults';
const AT_ONCE = 3;

/** @typedef {{ promise: string, test: string, file: string, find: string, replace: string }} Fault */

/**
 * @param {(fault: Fault, index: number, all: readonly Fault[]) => boolean} isWanted
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function plantFaults(isWanted) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const faults = (await readFaults()).filter(isWanted);
  let caught = 0;
  await inParallel(AT_ONCE, [...faults.entries()], async ([index, fault]) => {
    const startedAt = performance.now();
    const problem = await plant(fault, index);
    if (!problem) caught += 1;
    console.log(`${fault.promise.padEnd(4)} ${fault.file}: ${problem ?? 'caught'} (${secondsSince(startedAt)})`);
  });
  return { passed: caught, failed: faults.length - caught };
}

/**
 * @param {Fault} fault
 * @param {number} index
 * @returns {Promise<string | undefined>} the problem, or undefined if the test caught the fault
 */
async function plant(fault, index) {
  const report = `${FOLDER}/${index}.json`;
  const mark = `${process.cwd()}/${FOLDER}/${index}.mark`;
  const { output } = await runVitest(['--bail=1', '--reporter=json', `--outputFile=${report}`, fault.test], {
    quiet: true,
    env: {
      FLORIN_FAULT_FILE: fault.file,
      FLORIN_FAULT_FIND: fault.find,
      FLORIN_FAULT_REPLACE: fault.replace,
      FLORIN_FAULT_MARK: mark,
      NODE_OPTIONS: `--import ${new URL('./fault-loader.mjs', import.meta.url).href}`,
    },
  });
  if (!existsSync(mark)) return 'NOT PLANTED: no test loaded the file, or the snippet is gone';
  if (!existsSync(report)) return `NO REPORT\n${output}`;
  const result = JSON.parse(readFileSync(report, 'utf8'));
  if (result.numFailedTests > 0) return undefined;
  // A file that does not load has tested nothing.
  return result.success ? 'NOT CAUGHT' : `DID NOT LOAD\n${output}`;
}

/** Promises whose tests take about half a minute or longer to fail: only this command plants their faults. */
const SLOW = ['P9', 'P11', 'P24', 'P35', 'P50'];

/**
 * True for the first fault of its promise.
 * @param {Fault} fault
 * @param {number} index
 * @param {readonly Fault[]} all
 */
export function isFirstOfItsPromise(fault, index, all) {
  return !SLOW.includes(fault.promise) && all.findIndex(({ promise }) => promise === fault.promise) === index;
}

/** @returns {Promise<readonly Fault[]>} */
async function readFaults() {
  const source = readFileSync('test/promises/faults.ts', 'utf8');
  const code = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  return (await import(`data:text/javascript,${encodeURIComponent(code.outputText)}`)).faults;
}

/** @param {Fault} fault */
function countSnippets({ file, find }) {
  return existsSync(file) ? readFileSync(file, 'utf8').split(find).length - 1 : 0;
}

async function checkPlaces() {
  const lost = (await readFaults()).filter((fault) => countSnippets(fault) !== 1);
  for (const fault of lost) console.error(`${fault.promise} ${fault.file}: not once there: ${fault.find}`);
  return { passed: 1, failed: lost.length };
}

if (isProgram(import.meta.url)) {
  const promises = process.argv.slice(2);
  const isWanted = (/** @type {Fault} */ { promise }) => promises.length === 0 || promises.includes(promise);
  const { passed, failed } = promises.includes('--check') ? await checkPlaces() : await plantFaults(isWanted);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
