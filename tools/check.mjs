// @ts-check
/** `npm run check`: the static checks, two at a time, with the time of each. */
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';
import { inParallel, isProgram, run, secondsSince } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

/** Number of processors of the smallest machine. */
const AT_ONCE = 2;

/** Scripts with their arguments, the longest first. @type {Readonly<Record<string, readonly string[]>>} */
const STEPS = {
  lint: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  'types of tests': ['node_modules/typescript/bin/tsc', '-p', 'test'],
  'types of tools': ['node_modules/typescript/bin/tsc', '-p', 'tools'],
  'types of the site': ['node_modules/typescript/bin/tsc', '-p', 'docs/site'],
  patterns: ['tools/check-patterns.mjs'],
  imports: ['tools/check-imports.mjs'],
  'planted faults': ['tools/faults.mjs', '--check'],
  links: ['tools/check-links.mjs'],
  unused: ['node_modules/knip/bin/knip.js', '--config', 'tools/knip.json', '--no-progress'],
  sizes: ['tools/check-sizes.mjs'],
  docs: ['tools/docs.mjs', '--check'],
  package: ['tools/check-package.mjs'],
};

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  let passed = 0;
  const steps = Object.entries(STEPS);
  await inParallel(AT_ONCE, steps, async ([name, args]) => {
    const startedAt = performance.now();
    const { code, output } = await run(process.execPath, args, { quiet: true });
    console.log(`check ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${secondsSince(startedAt)})`);
    if (code !== 0) console.error(output);
    else if (name === 'sizes') console.log(output.trim());
    if (code === 0) passed += 1;
  });
  return { passed, failed: steps.length - passed };
}

if (isProgram(import.meta.url)) {
  readArguments('npm run check', {});
  await ensureInstalled();
  await build();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
