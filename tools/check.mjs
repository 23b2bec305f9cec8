// @ts-check
/** `npm run check`: the static bar, two steps at a time, with the time of each. */
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';
import { run, runPackage, secondsSince, twoAtATime } from './process.mjs';

/** @type {readonly { name: string, run: () => Promise<{ code: number, output: string }> }[]} */
const STEPS = [
  // The longest first: it takes as long as all others.
  { name: 'lint', run: () => runPackage('eslint/bin/eslint.js', ['--max-warnings', '0', '.'], { quiet: true }) },
  {
    name: 'format',
    run: () => runPackage('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], { quiet: true }),
  },
  {
    name: 'types of tests',
    run: () => runPackage('typescript/bin/tsc', ['-p', 'test'], { quiet: true }),
  },
  {
    name: 'types of tools',
    run: () => runPackage('typescript/bin/tsc', ['-p', 'tools'], { quiet: true }),
  },
  {
    name: 'types of the site',
    run: () => runPackage('typescript/bin/tsc', ['-p', 'docs/site'], { quiet: true }),
  },
  { name: 'imports', run: () => run(process.execPath, ['tools/check-imports.mjs'], { quiet: true }) },
  { name: 'links', run: () => run(process.execPath, ['tools/check-links.mjs'], { quiet: true }) },
  {
    name: 'unused',
    run: () => runPackage('knip/bin/knip.js', ['--config', 'tools/knip.json', '--no-progress'], { quiet: true }),
  },
  { name: 'sizes', run: () => run(process.execPath, ['tools/check-sizes.mjs'], { quiet: true }) },
  { name: 'docs', run: () => run(process.execPath, ['tools/docs.mjs', '--check'], { quiet: true }) },
  { name: 'package', run: () => run(process.execPath, ['tools/check-package.mjs'], { quiet: true }) },
];

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  let passed = 0;
  await twoAtATime(STEPS, async (step) => {
    const startedAt = performance.now();
    const { code, output } = await step.run();
    console.log(`check ${step.name}: ${code === 0 ? 'ok' : 'FAILED'} (${secondsSince(startedAt)})`);
    if (code !== 0) console.error(output);
    else if (step.name === 'sizes') console.log(output.trim());
    if (code === 0) passed += 1;
  });
  return { passed, failed: STEPS.length - passed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  await build();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
