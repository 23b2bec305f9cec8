// @ts-check
/**
 * Component tests in a real Chromium. `npm test` names the browser in FLORIN_CHROMIUM; a lone run finds Debian's.
 * With FLORIN_ENGINE=firefox they run in Firefox over WebDriver BiDi (`npm run proof -- firefox`).
 * Besides the lines for people it writes `test-results/components.json`, which `npm test` adds up.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { writeLanguages } from '../tools/languages.mjs';
import firefoxFailures from './engines/firefox-failures.json' with { type: 'json' };
import { CHROMIUM_ARGS } from './support/chromium-args.mjs';

// A run sees the texts as they are now.
writeLanguages();

const isFirefox = process.env.FLORIN_ENGINE === 'firefox';
const RESULTS = `test-results/${isFirefox ? 'firefox-' : ''}components.json`;

/**
 * Tests that fail in this engine, with the reason. One that passes fails the run: the list may only shrink.
 * @type {Readonly<Record<string, string>>}
 */
const KNOWN_FAILURES = isFirefox ? firefoxFailures.components : {};

/**
 * Counts what a run did, and names what failed; a file that does not load is a failure.
 * @returns {import('@web/test-runner').Reporter}
 */
function countReporter() {
  return {
    onTestRunFinished({ sessions }) {
      // known: failures that are on the list
      const count = { passed: 0, failed: 0, skipped: 0, known: 0, names: /** @type {string[]} */ ([]) };
      /** @param {string} file @param {import('@web/test-runner').TestSuiteResult} suite @param {string} [around] */
      const add = (file, suite, around = '') => {
        for (const test of suite.tests) {
          const name = `${basename(file)}: ${[around, test.name].filter(Boolean).join(' › ')}`;
          const reason = KNOWN_FAILURES[name];
          if (test.skipped) count.skipped += 1;
          else if (reason !== undefined && !test.passed) {
            count.known += 1;
            count.passed += 1;
            console.log(`Fails here: ${name}: ${reason}`);
          } else if (reason === undefined && test.passed) count.passed += 1;
          else {
            count.failed += 1;
            count.names.push(`${name}: ${test.error?.message ?? 'passes, and is on the list of known failures'}`);
          }
        }
        for (const inner of suite.suites) add(file, inner, [around, inner.name].filter(Boolean).join(' › '));
      };
      for (const session of sessions) {
        if (session.testResults) add(session.testFile, session.testResults);
        for (const error of session.errors ?? []) {
          count.failed += 1;
          count.names.push(`${session.testFile}: ${error.message}`);
        }
      }
      mkdirSync('test-results', { recursive: true });
      writeFileSync(RESULTS, `${JSON.stringify(count)}\n`);
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    },
  };
}

/** What the shopper has to say of an order whose name ends in `-billed`. */
/** @type {NonNullable<import('../src/signer/index.js').PricedOrder['shopperReferences']>} */
const BILL = [{ name: 'crn2', isRequired: true, longest: 12, pattern: /B-\d+/ }, { name: 'crn3' }];

/** In minor units. */
const SURCHARGES = new Map([
  ['VC', 200],
  ['MC', 200],
  ['AX', 300],
]);

/**
 * The order of a token as a sidecar reads it, without the signature; empty if the token has expired.
 * @param {string} text
 * @returns {string}
 */
function readToken(text) {
  const payload = /^e30\.([\w-]+)\.test$/.exec(text)?.[1];
  if (!payload) return text;
  /** @type {(text: string) => { readonly order: string; readonly exp: number }} */
  const parse = JSON.parse;
  const { order, exp } = parse(Buffer.from(payload, 'base64url').toString());
  return exp * 1000 > Date.now() ? order : '';
}

/**
 * The real signer in front of the real sandbox, for tests of whole payments: built code, as in the demo. An order is
 * named for its price in cents, `19951-some-name`; in test mode the price decides what the bank says.
 */
async function createShop() {
  const [{ createSigner, createMemoryStore }, { startSandbox }] = await Promise.all([
    import('../dist/signer/index.js'),
    import('../dist/sandbox/node/index.js'),
  ]);
  const sandbox = await startSandbox({ log: () => {} });
  /** @type {import('../src/signer/index.js').SignerOptions} */
  const settings = {
    service: {
      baseUrl: sandbox.url,
      merchantNumber: '5353109000000000',
      username: 'demo-api',
      password: 'Demo-Password-1',
    },
    store: createMemoryStore(),
    secret: 'a secret of more than thirty-two characters',
    publicUrl: 'http://localhost:8000/pay',
    merchantName: 'Demo Shop',
    priceOrder(_request, text) {
      const order = readToken(text);
      const cents = Number(/^\d+/.exec(order)?.[0] ?? -1);
      if (cents < 0) return null;
      const priced = { order, amount: { minor: cents, currency: 'AUD' }, crn1: order, testMode: true };
      const isCheck = order.endsWith('-check');
      return {
        ...priced,
        ...(order.endsWith('-billed') && { shopperReferences: BILL }),
        ...(order.endsWith('-reserved') && { action: 'preauth' }),
        ...(isCheck && { action: 'verify_only', amount: { minor: 0, currency: 'AUD' } }),
      };
    },
    onPaid: () => {},
    rateLimit: false,
    log: () => {},
  };
  const signers = new Map([
    ['/pay/', createSigner(settings)],
    // Somebody is logged in, and may save cards and accounts.
    [
      '/saving/',
      createSigner({
        ...settings,
        store: createMemoryStore(),
        publicUrl: 'http://localhost:8000/saving',
        authoriseToken: () => ({ id: 'ada', session: 'ada-1', crn1: 'CUSTOMER-ada' }),
      }),
    ],
    // Takes 2.00 more for Visa and Mastercard, 3.00 for American Express.
    [
      '/priced/',
      createSigner({
        ...settings,
        store: createMemoryStore(),
        publicUrl: 'http://localhost:8000/priced',
        surcharge: (_order, cardType) => {
          const minor = SURCHARGES.get(cardType);
          return minor === undefined ? null : { minor, currency: 'AUD' };
        },
      }),
    ],
  ]);
  return {
    close: () => sandbox.close(),
    /** @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]} */
    async middleware(context, next) {
      const signer = signers.get(/^\/\w+\//.exec(context.path)?.[0] ?? '');
      if (!signer) {
        await next();
        return;
      }
      const chunks = [];
      for await (const chunk of context.req) chunks.push(chunk);
      const request = new Request(`http://localhost:8000${context.url}`, {
        method: context.method,
        headers: Object.entries(context.headers).map(
          ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
        ),
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      });
      const response = await signer.fetch(request);
      context.status = response.status;
      for (const [name, value] of response.headers) context.set(name, value);
      context.body = await response.text();
    },
  };
}

const newLauncher = () =>
  isFirefox
    ? playwrightLauncher({
        product: 'firefox',
        launchOptions: {
          channel: 'moz-firefox',
          executablePath: process.env.FLORIN_FIREFOX || '/usr/bin/firefox-esr',
        },
      })
    : playwrightLauncher({
        product: 'chromium',
        launchOptions: {
          executablePath: process.env.FLORIN_CHROMIUM || '/usr/bin/chromium',
          chromiumSandbox: false,
          args: [
            ...CHROMIUM_ARGS,
            '--disable-component-update',
            '--disable-sync',
            // Lets the teardown test see what is kept.
            '--js-flags=--expose-gc',
          ],
        },
      });

/** Every second file in each of two browsers; the files that the command line names in one. */
function shares() {
  if (process.argv.includes('--files')) return { browsers: [newLauncher()] };
  const files = readdirSync('test/elements')
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/elements/${file}`);
  return {
    groups: [0, 1].map((share) => ({
      name: `share-${share + 1}`,
      files: files.filter((_file, index) => index % 2 === share),
      browsers: [newLauncher()],
    })),
  };
}

const shop = await createShop();

export default {
  middleware: [shop.middleware],
  // The bundles have this form of Lit.
  nodeResolve: { exportConditions: ['production'] },
  // The keyboard is one for all pages of a browser: a test that types must have the focus.
  concurrency: 1,
  concurrentBrowsers: 2,
  // Half a minute and twenty seconds by themselves, which a busy machine may need.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 240_000,
  testFramework: { config: { timeout: 20_000 } },
  plugins: [
    { name: 'shop', serverStop: () => shop.close() },
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
    }),
  ],
  reporters: [summaryReporter({ flatten: true }), countReporter()],
  ...shares(),
};
