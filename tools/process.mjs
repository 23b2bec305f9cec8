// @ts-check
/** Runs other programs for the tools. */
import { spawn } from 'node:child_process';

/**
 * Runs a program, passes its output through, and resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options] quiet: keep the output, print it on failure only
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
    // All take from the same iterator.
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, runNext));
}
