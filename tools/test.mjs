// @ts-check
/**
 * `npm test`: the main suites; it also works on a fresh clone. `npm test -- node browser` runs some suites, `npm test --
 * test/signer/notices/webhook.test.ts` a file or a folder. The last line is `N passed, N failed`.
 */
import { runSuites, SHORT } from './suites.mjs';

await runSuites('test', SHORT, process.argv.slice(2));
