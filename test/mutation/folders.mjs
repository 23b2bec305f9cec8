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

const CHECKOUT_FLOW = sources(
  'checkout',
  'attempt-flow attempt-events attempt-record ask-until-settled challenge-step held-key checkout saving',
);

/** @type {Readonly<Record<string, Folder>>} */
export const FOLDERS = {
  core: { mutate: ['src/core/**/*.ts'], tests: ['test/core/**/*.test.ts'], atLeast: 90 },
  // The state machine of an attempt and its guards, in two parts, because a killed run writes no report.
  'checkout-flow': {
    mutate: CHECKOUT_FLOW,
    tests: tests(
      'checkout',
      'checkout attempt-flow guards lost-answers asks-again challenge reload refusals send-card price saving attempt-record',
    ),
    atLeast: 90,
  },
  // What is sent and read, and to which addresses. The tests of the flow are not among those that judge it.
  'checkout-calls': {
    mutate: ['src/checkout/**/*.ts', ...CHECKOUT_FLOW.map((name) => `!${name}`)],
    tests: tests(
      'checkout',
      'transitions timers addresses named-addresses origins exchange submit-card signer-calls send-card saving refusals',
    ),
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
  // Signed values: claims, webhook URLs, handles of saved cards, orders. Apart from the signer, because
  // every test of the signer uses them, and their own tests take a hundredth of its time.
  tokens: {
    mutate: sources(
      'signer',
      'secrets/mac claims/claim-token saved-cards/saved-card-handle order-tokens/order-token order-tokens/order-token-claims order-tokens/order-token-members',
    ),
    tests: tests(
      'signer',
      'secrets/mac claims/claim-token saved-cards/saved-card-handle order-tokens/order-token order-tokens/order-token-members',
    ),
    atLeast: 90,
  },
  // The decisions about money that are pure functions, judged by tests without a signer, which take a tenth of the time:
  // which key an order may have, which transaction is the agreed one and what it means, what a card type costs.
  'signer-decisions': {
    mutate: sources(
      'signer',
      'keys/next-step claims/claim claims/ledger-entry attempts/attempt-status attempts/verify-result keys/surcharge claims/order-version notices/retry-pause',
    ),
    tests: tests(
      'signer',
      'keys/next-step claims/claim claims/ledger-entry attempts/attempt-status attempts/list-differences keys/surcharge-table claims/order-version notices/retry-pause',
    ),
    atLeast: 90,
  },
  // Which key is made and granted, and for which amount: invariants 3 and 4.
  'signer-keys': {
    mutate: sources('signer', 'keys/issue-key keys/price-order'),
    tests: tests('signer', 'keys/price-order keys/key-request keys/issue-key'),
    atLeast: 90,
  },
  // Which result is accepted: invariants 2 and 15.
  'signer-results': {
    mutate: sources(
      'signer',
      'attempts/ask-result attempts/settle attempts/processed-at claims/compare-terms claims/find-claim attempts/payment-attempt',
    ),
    tests: tests(
      'signer',
      'claims/current-terms attempts/result-of-order attempts/recorded-outcome saved-cards/saved-with-payment attempts/verify-result attempts/ask-result attempts/attempt-kinds',
    ),
    atLeast: 90,
  },
  // The notices to the shop, once each: invariants 4 and 12.
  'signer-notices': {
    mutate: sources('signer', 'notices/notify-shop notices/webhook'),
    tests: tests(
      'signer',
      'notices/failed-notices claims/current-terms notices/notify-round notices/webhook monitoring/telemetry notices/notify-shop notices/use-hint',
    ),
    atLeast: 90,
  },
  // Who may try how many cards, and which frame may use a key: P36, invariants 10 and 16.
  'signer-guards': {
    mutate: sources(
      'signer',
      'guards/call-limits guards/card-testing guards/client-address frame/frame-keys frame/frame-binding',
    ),
    tests: tests('signer', 'guards/client-address guards/call-limits frame/frame-keys'),
    atLeast: 90,
  },
};

/** The folder of this run. */
export const FOLDER = process.env['FLORIN_MUTATE'] ?? 'core';
