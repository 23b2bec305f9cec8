// @ts-check
/**
 * `node tools/numbers.mjs ci.log`: writes docs/reference/numbers.md from the output of `.ci/run`. Each number is read from the
 * line that the test itself prints, so a row whose line is missing is an error.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { failOn } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

const PAGE = 'docs/reference/numbers.md';

/**
 * What is measured, its line, the sentence with the line's groups, and the command.
 * @type {readonly (readonly [string, RegExp, string, string])[]}
 */
const ROWS = [
  [
    'The form in the page',
    /^the form in the page: (\d+) of (\d+) bytes/m,
    '$1 bytes (brotli), at most $2',
    'npm run check',
  ],
  [
    'The page’s half of the frame, until it is drawn',
    /^frame isolation until the frame is drawn: (\d+) of (\d+) bytes/m,
    '$1 bytes, at most $2',
    'npm run check',
  ],
  [
    'The same with the payment',
    /^frame isolation with the payment: (\d+) of (\d+) bytes/m,
    '$1 bytes, at most $2',
    'npm run check',
  ],
  ['The frame’s half', /^the frame page: (\d+) of (\d+) bytes/m, '$1 bytes, at most $2', 'npm run check'],
  ['`npm install florin`', /florin: (\d+) packages, ([\d.]+ MB)/, '$1 packages, $2', 'npm run proof -- commands'],
  [
    '`npm install florin florin-server`',
    /florin and florin-server: (\d+) packages, ([\d.]+ MB)/,
    '$1 packages, $2',
    'npm run proof -- commands',
  ],
  [
    'Orders through a shop, signer and service that are killed and lose answers',
    /^chaos: seed \d+, (\d+) kills[^]*?^(\d+) orders, /m,
    '$2 orders, $1 kills, each told as what it is',
    'npm run proof -- chaos',
  ],
  [
    'Sandbox killed while it answers',
    /^P9: seed \d+, kills (\d+), acknowledged (\d+), lost (\d+)/m,
    '$1 kills, $2 acknowledged transactions, $3 lost',
    'npm run proof -- promises',
  ],
  [
    'Shop or signer killed around the callback',
    /^P20: seed \d+, runs (\d+), told twice (\d+), not told (\d+)/m,
    '$1 runs, $2 told twice, $3 not told',
    'npm run proof -- promises',
  ],
  [
    'Payments whose answers are lost',
    /^P5 seed \d+: (\d+) orders, (\d+) payments, (\d+) known; lost (\d+) answers/m,
    '$1 orders, $2 payments, $3 known to the shop; $4 answers lost',
    'npm run proof -- promises',
  ],
  [
    'Calls at the same time on PostgreSQL',
    /^P14 PostgreSQL: (\d+) calls for (\d+) orders, \d+ overlapped another call, (\d+) orders/m,
    '$1 calls for $2 orders, $3 with an impossible history',
    'npm run proof -- promises',
  ],
  [
    'One AuthKey used by many at once',
    /^P1: seed \d+, keys (\d+), uses of each (\d+), processes \d+, transactions (\d+)/m,
    '$1 keys, $2 uses of each, $3 transactions',
    'npm run proof -- promises',
  ],
  [
    'Card numbers searched for in every file and log',
    /^P31: seed \d+, numbers (\d+), ways (\d+), .* bytes (\d+), found (\d+)/m,
    '$1 cards on $2 ways, $3 bytes read, $4 found',
    'npm run proof -- promises',
  ],
  [
    'Hostile requests',
    /^P24: seed \d+, sent (\d+), .* crashes (\d+), hangs (\d+)/m,
    '$1 requests, $2 crashes, $3 hangs',
    'npm run proof -- promises',
  ],
  [
    'Power cuts',
    /^P11: seed \d+, cuts (\d+), transactions (\d+)/m,
    '$1 cuts, $2 transactions, none lost that was answered',
    'npm run proof -- promises',
  ],
  [
    'Sandbox, until its first answer',
    /^P43: ([\d.]+) ms of the processor to the first answer, Node itself ([\d.]+) ms/m,
    '$1 ms of the processor; Node itself $2 ms',
    'npm run proof -- "promises in time"',
  ],
];

const { positionals } = readArguments('node tools/numbers.mjs ci.log', {}, { words: true });
const [log = 'ci.log'] = positionals;
const text = readFileSync(log, 'utf8').replaceAll(/^[·x-]*(?=P\d)/gm, '');
const missing = ROWS.filter(([, line]) => !line.test(text)).map(([what]) => what);
failOn(missing.map((what) => `No line of the log says: ${what}`));
const rows = ROWS.map(([what, line, sentence, command]) => {
  const [, ...groups] = line.exec(text) ?? [];
  const said = sentence.replaceAll(/\$(\d)/g, (_, number) => withCommas(groups[Number(number) - 1] ?? ''));
  return `| ${what} | ${said} | \`${command}\` |`;
});
const day = statSync(log).mtime.toISOString().slice(0, 10);
const page = `# Numbers

What the tests printed when they last ran as a whole (${day}). Sizes and promises have limits that CI checks;
[budgets](../guides/budgets.md) has the times in a browser, which depend on the machine. \`node tools/numbers.mjs ci.log\` writes this page from
the output of \`.ci/run\`.

| what | measured | command |
| - | - | - |
${rows.join('\n')}
`;
writeFileSync(PAGE, await prettier.format(page, { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE }));
console.log(`${PAGE}: ${rows.length} numbers`);

/** @param {string} number */
function withCommas(number) {
  return /^\d{4,}$/.test(number) ? Number(number).toLocaleString('en-AU') : number;
}
