// @ts-check
/** Writes the page of promises, from the first comment of each file in `test/promises/` and the planted faults. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { GENERATED, table } from './reference-page.mjs';

const FOLDER = 'test/promises';
/** Goals without a test. Delete a row when its test is there. */
const UNTESTED = new Map([
  [22, 'Events that Florin signs follow Standard Webhooks. Callbacks of the sidecar do not: each is a compact JWS.'],
  [
    42,
    'Memory, handles and times stay the same for an hour at 200 transactions a second. `node test/bench/steady.mjs` measures it, by hand.',
  ],
]);

export async function promisesPage() {
  const faults = countFaults();
  /** @type {Map<number, { text: string, tests: string[] }>} */
  const promises = new Map();
  for (const file of readdirSync(FOLDER)
    .filter((name) => /^p\d.*\.test\.ts$/.test(name))
    .sort()) {
    const { number, text, isWhole } = readHead(file);
    const promise = promises.get(number) ?? { text, tests: [] };
    if (isWhole) promise.text = text;
    promise.tests.push(`\`${file}\``);
    promises.set(number, promise);
  }
  const rows = [...promises]
    .sort(([a], [b]) => a - b)
    .map(([number, { text, tests }]) => [
      `P${number}`,
      text,
      `${tests.join(', ')}; planted faults: ${faults.get(`P${number}`) ?? 0}`,
    ]);
  return `${GENERATED}

# Promises

Florin's promises about money, crashes, secrets and limits. Each has a test in \`${FOLDER}/\`, and planted faults that show that the
test can fail ([why](../decisions/0005-planted-faults.md)): \`node tools/faults.mjs P4\`.

${table(['promise', 'meaning', 'test'], rows)}

## Not tested

Goals that have no test, so Florin does not promise them.

${[...UNTESTED].map(([number, text]) => `- P${number}: ${text}`).join('\n')}
`;
}

/**
 * The first sentence of a file's first comment: \`P5: …\`, or \`P5, for a saved card: …\` for a part of a promise. @param
 * {string} file
 */
function readHead(file) {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(`${FOLDER}/${file}`, 'utf8'))?.[1] ?? '';
  const text = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const head = /^P(\d+)(, [^:]+)?: (.+?(?:\.(?= |$)|$))/.exec(text);
  if (!head || Number(file.slice(1, 3)) !== Number(head[1]))
    throw new Error(`${FOLDER}/${file} must begin with a comment "P${Number(file.slice(1, 3))}: " and the promise`);
  const sentence = head[3] ?? '';
  return { number: Number(head[1]), text: sentence.charAt(0).toUpperCase() + sentence.slice(1), isWhole: !head[2] };
}

function countFaults() {
  const text = readFileSync(`${FOLDER}/faults.ts`, 'utf8');
  const source = ts.createSourceFile('faults.ts', text, ts.ScriptTarget.ESNext, true);
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'promise' && ts.isStringLiteral(node.initializer))
      counts.set(node.initializer.text, (counts.get(node.initializer.text) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return counts;
}
