// @ts-check
/**
 * `npm run examples`: writes, installs and builds every example of `demo/examples`, and makes a payment in it. `npm run
 * examples -- react astro` runs some of them. Prints versions, seconds and bytes; the last line is `N passed, N failed`.
 */
import { readArguments } from './script-arguments.mjs';
import { runSuites, runExamples } from './suites.mjs';

const { positionals: names } = readArguments('npm run examples [-- react astro]', {}, { words: true });
await runSuites('examples', [{ name: 'examples', run: () => runExamples(names) }], []);
