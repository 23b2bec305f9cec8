// @ts-check
/** `npm run proof`: the long suites; `npm run proof -- promises` runs some of them. The last line is `N passed, N failed`. */
import { LONG, runSuites } from './suites.mjs';

await runSuites('proof', LONG, process.argv.slice(2));
