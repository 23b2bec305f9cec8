// @ts-check
/** `npm run proof`: the proofs that take long, and `npm run proof -- promises` some of them. The last line is `N passed, N failed`. */
import { LONG, runSuites } from './suites.mjs';

await runSuites('proof', LONG, process.argv.slice(2));
