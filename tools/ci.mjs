// @ts-check
/**
 * Prints the last line of CI: the sum of `npm test` and `npm run proof`, which `.ci/run` runs first. The arguments are their
 * exit codes, in this order. Exits with 1 unless both have passed.
 */
import { readFileSync } from 'node:fs';
import { lastLine } from './suites.mjs';

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const [index, name] of ['test', 'proof'].entries()) {
  const count = readCount(name);
  sum.passed += count.passed;
  sum.skipped += count.skipped;
  sum.failed += Math.max(count.failed, process.argv[2 + index] === '0' ? 0 : 1);
}
console.log(`\nnpm test and npm run proof together:\n${lastLine(sum)}`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

/** A command that ended before its last line counts as one failure. @param {string} name */
function readCount(name) {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.count.json`, 'utf8'));
  } catch {
    console.error(`npm run ${name} ended before its last line.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
