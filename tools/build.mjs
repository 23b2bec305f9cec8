// @ts-check
/** Builds everything into `dist/` (the package) and `build/` (the demo). */
import { pathToFileURL } from 'node:url';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { run, runPackage, secondsSince, twoAtATime } from './process.mjs';

/** @param {{ quiet?: boolean }} [options] */
export async function build(options = {}) {
  const startedAt = performance.now();
  // A deleted dist/ with build info left behind would make tsc believe that all is there.
  if (!existsSync('dist')) rmSync('build', { recursive: true, force: true });
  if (!options.quiet) console.log('Building …');
  // Of each stage the steps write different files; a later stage reads what the earlier wrote.
  const stages = [
    [() => runPackage('typescript/bin/tsc', ['-b'], { quiet: true })],
    [() => bundle('vite.config.ts'), () => bundle('vite.cli.config.ts')],
    [
      () => bundle('vite.isolated.config.ts'),
      () => bundle('vite.frame.config.ts'),
      () => bundle('vite.pages.config.ts'),
      () => run(process.execPath, ['tools/languages.mjs'], { quiet: true }),
    ],
    [() => bundle('vite.classic.config.ts'), () => run(process.execPath, ['tools/manifest.mjs'], { quiet: true })],
    [() => run(process.execPath, ['tools/integrity.mjs'], { quiet: true })],
  ];
  for (const stage of stages) {
    await twoAtATime(stage, async (step) => {
      const { code, output } = await step();
      if (code === 0) return;
      console.error(output);
      console.error('The build failed: see above.');
      process.exit(1);
    });
  }
  copyFileSync('public/florin-form.css', 'dist/browser/florin-form.css');
  if (!options.quiet) console.log(`Built in ${secondsSince(startedAt)}.`);
}

/** @param {string} config */
function bundle(config) {
  return runPackage('vite/bin/vite.js', ['build', '-c', config, '--logLevel', 'warn'], { quiet: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  await build();
}
