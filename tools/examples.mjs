// @ts-check
/**
 * `npm run examples`: every example of `demo/examples` from an empty folder to a payment; `npm run examples -- react astro` some
 * of them. Prints versions, seconds and bytes; the last line is `N passed, N failed`.
 */
import { runSuites, runExamples } from './suites.mjs';

const names = process.argv.slice(2);
await runSuites('examples', [{ name: 'examples', run: () => runExamples(names) }], []);
