// @ts-check
/** What CI runs: `npm test`, then `npm run proof`. The last line is the sum of both: `N passed, N failed`. */
import { readFileSync, rmSync } from 'node:fs';
import { run } from './process.mjs';
import { lastLine } from './suites.mjs';

const sum = { passed: 0, failed: 0, skipped: 0 };
rmSync('test-results', { recursive: true, force: true });
for (const name of ['test', 'proof']) {
  const { code } = await run('npm', ['run', '--silent', name]);
  const count = readCount(name);
  sum.passed += count.passed;
  sum.skipped += count.skipped;
  sum.failed += Math.max(count.failed, code === 0 ? 0 : 1);
}
console.log(`\nnpm test and npm run proof together:\n${lastLine(sum)}`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

/** A command that ended before its last line counts as one failure. @param {string} name */
function readCount(name) {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.count.json`, 'utf8'));
  } catch {
    console.error(`npm run ${name} did not run to its end.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
