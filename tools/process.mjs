// @ts-check
/** Runs other programs for the tools. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Whether Node runs this module as the program, and not as an import of another one. @param {string} url `import.meta.url` */
export function isProgram(url) {
  return url === pathToFileURL(process.argv[1] ?? '').href;
}

/** Prints problems, and ends the process with a failure if there are any. @param {readonly string[]} problems */
export function failOn(problems) {
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exit(1);
}

/**
 * Runs a program, and resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options] quiet: return the output instead of printing
 *   it
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/**
 * Runs a JavaScript program of an installed package, without `npx`.
 * @param {string} script path below node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options);
}

/**
 * @param {readonly string[]} args of `vitest run`
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runVitest(args, options) {
  return runPackage('vitest/vitest.mjs', ['run', '--config', 'test/vitest.config.ts', ...args], options);
}

/** @param {number} startedAt milliseconds, as of performance.now() */
export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * Processes a list with some workers. Resolves when all items are done.
 * @template T
 * @param {number} workers
 * @param {readonly T[]} list the longest first
 * @param {(item: T) => Promise<void>} work
 */
export async function inParallel(workers, list, work) {
  const waiting = list.values();
  const runNext = async () => {
    // All workers share the iterator.
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, runNext));
}
