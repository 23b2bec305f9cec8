// @ts-check
/** What `npm run mutate` mutates, and the tests that judge it: docs/decisions/0019-mutation-testing.md. */

/**
 * @typedef {object} Folder
 * @property {readonly string[]} mutate - globs of sources
 * @property {readonly string[]} tests - globs of test files that run under Vitest without a browser
 * @property {number} atLeast - the run fails below this score, in percent of all mutants
 */

/** @param {string} folder @param {string} names */
const sources = (folder, names) => names.split(' ').map((name) => `src/${folder}/${name}.ts`);

/** @param {string} folder @param {string} names */
const tests = (folder, names) => names.split(' ').map((name) => `test/${folder}/${name}.test.ts`);

/** @type {Readonly<Record<string, Folder>>} */
export const FOLDERS = {
  core: { mutate: ['src/core/**/*.ts'], tests: ['test/core/**/*.test.ts'], atLeast: 90 },
  checkout: {
    mutate: ['src/checkout/**/*.ts'],
    // Without the tests that start a sandbox or build the package: they cover the same and take as long as all others.
    tests: ['test/checkout/**/!(with-sandbox|import-in-node).test.ts'],
    atLeast: 90,
  },
  channel: {
    // The other files run only in a real browser, in frames of two origins, where Vitest's runner cannot switch mutants on.
    mutate: [
      ...sources('channel', 'error-record guard origin read-call read-frame-record write-frame-record'),
      ...sources('channel', 'signed-key style-grammar token-bucket'),
    ],
    tests: tests('channel', 'error-record frame-record guard origin read-call signed-key style-grammar token-bucket'),
    atLeast: 90,
  },
  // What nobody else can make: claims, webhook addresses, handles of saved cards, orders. Apart from the signer, because
  // every test of the signer uses them, and their own tests take a hundredth of its time.
  tokens: {
    mutate: sources('signer', 'mac claim-token saved-card-handle order-token order-token-claims order-token-members'),
    tests: tests('signer', 'mac claim-token saved-card-handle order-token order-token-members'),
    atLeast: 90,
  },
  signer: {
    mutate: [
      // Which key an order may have, and how many: invariants 3 and 4.
      ...sources('signer', 'next-step claim issue-key call-limits card-testing'),
      // Which result is believed, and what the shop is told: invariants 2, 12 and 15.
      ...sources('signer', 'verify-result ask-result settle compare-terms notify-shop webhook'),
      // Which frame may use a key.
      ...sources('signer', 'frame-keys frame-binding'),
    ],
    tests: [
      ...tests(
        'signer',
        'next-step claims-model issue-key card-testing verify-result ask-result reconcile notify-shop',
      ),
      ...tests('signer', 'notify-round webhook token-key attempt-kinds'),
    ],
    atLeast: 90,
  },
};

/** The folder of this run. */
export const FOLDER = process.env['FLORIN_MUTATE'] ?? 'core';
