// @ts-check
/** Builds everything into `dist/` (the package) and `build/` (the demo). */
import { pathToFileURL } from 'node:url';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { run, runPackage, secondsSince } from './process.mjs';

/** @param {{ quiet?: boolean }} [options] */
export async function build(options = {}) {
  const startedAt = performance.now();
  if (!options.quiet) console.log('Building …');
  // A deleted dist/ with build info left behind would make tsc believe that all is there.
  if (!existsSync('dist')) rmSync('build', { recursive: true, force: true });
  const steps = [
    () => runPackage('typescript/bin/tsc', ['-b'], { quiet: true }),
    () => runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { quiet: true }),
    () =>
      runPackage('vite/bin/vite.js', ['build', '-c', 'vite.frame.config.ts', '--logLevel', 'warn'], { quiet: true }),
    () =>
      runPackage('vite/bin/vite.js', ['build', '-c', 'vite.isolated.config.ts', '--logLevel', 'warn'], { quiet: true }),
    () =>
      runPackage('vite/bin/vite.js', ['build', '--config', 'vite.pages.config.ts', '--logLevel', 'warn'], {
        quiet: true,
      }),
    () => runPackage('vite/bin/vite.js', ['build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn'], { quiet: true }),
    () => run(process.execPath, ['tools/languages.mjs'], { quiet: true }),
    () =>
      runPackage('vite/bin/vite.js', ['build', '-c', 'vite.classic.config.ts', '--logLevel', 'warn'], { quiet: true }),
    () => run(process.execPath, ['tools/integrity.mjs'], { quiet: true }),
    () => run(process.execPath, ['tools/manifest.mjs'], { quiet: true }),
  ];
  for (const step of steps) {
    const { code, output } = await step();
    if (code !== 0) {
      console.error(output);
      console.error('The build failed: see above.');
      process.exit(1);
    }
  }
  copyFileSync('public/florin-form.css', 'dist/browser/florin-form.css');
  if (!options.quiet) console.log(`Built in ${secondsSince(startedAt)}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  await build();
}
