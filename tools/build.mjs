// @ts-check
/** Builds everything into `dist/` (the packages) and `build/` (the demo). */
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { linkServer } from './link-server.mjs';
import { isProgram, run, runPackage, secondsSince } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

/** @param {{ quiet?: boolean }} [options] */
export async function build(options = {}) {
  const startedAt = performance.now();
  if (!options.quiet) console.log('Building …');
  // If dist/ is deleted but its build info is not, tsc would not write the files again.
  if (!existsSync('dist')) rmSync('build', { recursive: true, force: true });
  linkServer();
  const steps = [
    () => run(process.execPath, ['tools/languages.mjs'], { quiet: true }),
    () => runPackage('typescript/bin/tsc', ['-b'], { quiet: true }),
    ...['page', 'isolated', 'frame', 'pages', 'reference', 'backoffice', 'command', 'tab', 'worker', 'demo'].map(
      (mode) => () => bundle(mode),
    ),
    () => run(process.execPath, ['tools/languages.mjs', '--dist'], { quiet: true }),
    () => bundle('classic'),
    () => run(process.execPath, ['tools/integrity.mjs'], { quiet: true }),
    () => run(process.execPath, ['tools/manifest.mjs'], { quiet: true }),
    () => run(process.execPath, ['tools/framework-types.mjs'], { quiet: true }),
  ];
  for (const step of steps) {
    const { code, output } = await step();
    if (code !== 0) {
      console.error(output);
      console.error('The build failed: see above.');
      process.exit(1);
    }
  }
  rmSync('dist/browser/unused', { recursive: true, force: true });
  rmSync('dist/init', { recursive: true, force: true });
  cpSync('demo/examples', 'dist/init', { recursive: true, filter: (path) => path !== 'demo/examples/README.md' });
  copyFileSync('demo/sidecar/php/order-token.php', 'dist/init/php/src/order-token.php');
  copyFileSync('public/florin-form.css', 'dist/browser/florin-form.css');
  if (!options.quiet) console.log(`Built in ${secondsSince(startedAt)}.`);
}

/** @param {string} mode - of vite.config.ts */
function bundle(mode) {
  // Overrides the shell: with another value Vite bundles the development files of packages.
  const env = { NODE_ENV: 'production' };
  return runPackage('vite/bin/vite.js', ['build', '--mode', mode, '--logLevel', 'error'], { quiet: true, env });
}

if (isProgram(import.meta.url)) {
  readArguments('npm run build', {});
  await ensureInstalled();
  await build();
}
