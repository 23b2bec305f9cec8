// @ts-check
/**
 * Checks that each regular expression of `src` and `demo` takes linear time, with recheck in
 * its build in plain JavaScript. Exceptions have a reason in slow-patterns.mjs.
 */
import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { trackedFiles } from './files.mjs';
import { failOn } from './process.mjs';
import { BUILT_PATTERNS, SLOW_PATTERNS } from './slow-patterns.mjs';

process.env['RECHECK_BACKEND'] = 'pure';

/** Milliseconds for a pattern; a busy machine needs a lot more than an idle one. */
const TIMEOUT = 60_000;
/** For one that is listed: it may stay undecided. */
const LISTED_TIMEOUT = 1_000;

/** Patterns with the places where they are. @type {Map<string, string[]>} */
const patterns = new Map();
/** Files that build patterns. @type {Set<string>} */
const builders = new Set();

for (const file of trackedFiles().filter((name) => /^(src|demo)\/.*\.(ts|tsx|js|jsx|mjs)$/.test(name))) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      patterns.set(node.text, [...(patterns.get(node.text) ?? []), `${file}:${line + 1}`]);
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      builders.add(file);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** @type {string[]} */
const problems = [];
for (const [literal, places] of patterns) {
  const isListed = SLOW_PATTERNS.has(literal);
  const end = literal.lastIndexOf('/');
  const found = checkSync(literal.slice(1, end), literal.slice(end + 1).replace('v', 'u'), {
    timeout: isListed ? LISTED_TIMEOUT : TIMEOUT,
  });
  const time = found.status === 'vulnerable' ? found.complexity.summary : 'undecided';
  if (found.status === 'safe' && isListed)
    problems.push(`${literal} is linear: remove it from tools/slow-patterns.mjs`);
  if (found.status !== 'safe' && !isListed)
    problems.push(`${places.join(', ')}: ${literal} is ${time}: bound or rewrite it`);
}
for (const literal of SLOW_PATTERNS.keys())
  if (!patterns.has(literal)) problems.push(`${literal} is nowhere: remove it from tools/slow-patterns.mjs`);
for (const file of builders)
  if (!BUILT_PATTERNS.has(file)) problems.push(`${file} builds a pattern, which is not checked: write it out`);
for (const file of BUILT_PATTERNS.keys())
  if (!builders.has(file)) problems.push(`${file} builds no pattern: remove it from tools/slow-patterns.mjs`);

failOn(problems);
console.log(`${patterns.size} patterns are linear, except ${SLOW_PATTERNS.size} with a reason`);
