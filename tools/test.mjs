// @ts-check
/**
 * `npm test`: the main suites; it also works on a fresh clone. `npm test -- node browser` runs some suites, `npm test --
 * test/signer/notices/webhook.test.ts` a file or a folder. The last line is `N passed, N failed`.
 */
import { readArguments } from './script-arguments.mjs';
import { runSuites, SHORT } from './suites.mjs';

const usage = `npm test [-- suites, files or folders]\nSuites: ${SHORT.map(({ name }) => name).join(', ')}`;
const { positionals } = readArguments(usage, {}, { words: true });

await runSuites('test', SHORT, positionals);
