// @ts-check
/**
 * `npm test`: what a user runs on a fresh clone. `npm test -- unit signer` runs some suites. The last line is
 * `N passed, N failed`.
 */
import { runSuites, SHORT } from './suites.mjs';

await runSuites('test', SHORT, process.argv.slice(2));
