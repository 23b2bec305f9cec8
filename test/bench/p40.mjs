/**
 * P40: do the signer's refusals take the same time? `npx tsc -b && node test/bench/p40.mjs [samples]` (10,000 of each kind
 * unless told otherwise). Kinds of one group take turns in random order, on the handler itself; each pair is held against
 * each other by the test of Mann and Whitney. It ends with 1 when a pair differs at p <= 0.01.
 *
 * A busy machine adds noise to all alike. With a dozen pairs one p below 0.01 by chance is seen in one run of ten: a pair
 * that differs in two runs differs.
 */
import { createMemoryStore, createSigner } from '../../dist/signer/index.js';
import { compareSamples } from './mann-whitney.mjs';

const SAMPLES = Number(process.argv[2] ?? 10_000);
/** Texts of each kind, made before anything is timed: making one would leave its traces in the time of the call. */
const POOL = 2_048;
const ORIGIN = 'https://shop.example';

const service = {
  client: {
    createAuthKey: async () => crypto.randomUUID(),
    getResult: async () => undefined,
    getTransaction: async () => undefined,
    searchTransactions: async () => [],
  },
  browserUrl: 'https://service.example',
  merchantNumber: '5353109000000000',
};
const createShop = (secret) =>
  createSigner({
    service,
    store: createMemoryStore(),
    secret,
    publicUrl: `${ORIGIN}/pay`,
    merchantName: 'Demo Shop',
    rateLimit: false,
    log: () => undefined,
    // As a shop looks an order up, and then at whose it is.
    onPaid: () => undefined,
    priceOrder: (_request, order) => {
      const owner = order.startsWith('own') ? 'me' : order.startsWith('her') ? 'her' : undefined;
      if (owner !== 'me') return null;
      return { order, amount: { minor: 19900, currency: 'AUD' }, crn1: order, testMode: true };
    },
  });
const shop = createShop('a secret of the shop, for tests only, long enough');
const other = createShop('a secret of another shop, which is long enough too');

const post = (signer, path, body) =>
  signer.fetch(
    new Request(`${ORIGIN}/pay/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const claimOf = async (signer, order) => (await (await post(signer, 'authkey', { order })).json()).claim;
const many = async (make) => Promise.all(Array.from({ length: POOL }, make));
const known = await many((_, index) => claimOf(shop, `own-${index}`));
const foreign = await many((_, index) => claimOf(other, `own-${index}`));
const pick = (items) => items[Math.floor(Math.random() * items.length)];
// Many texts: how long a text takes to decode depends on its characters, and says nothing about it.
const randomId = () => crypto.randomUUID().replaceAll('-', '');
const randomMac = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const idOf = (claim) => claim.slice(0, 32);

const pool = (make) => Array.from({ length: POOL }, (_, index) => JSON.parse(JSON.stringify(make(index))));

/** Groups of calls whose answers must not be told apart. */
const claims = {
  'known id, wrong MAC': pool((index) => `${idOf(known[index])}.${randomMac()}`),
  'unknown id': pool(() => `${randomId()}.${randomMac()}`),
  'another shop’s': pool((index) => foreign[index]),
  malformed: pool(() => `${randomId()}!${randomMac()}`),
};
const orders = { unknown: pool(() => `not-${randomId()}`), 'another shopper’s': pool(() => `her-${randomId()}`) };
const hints = {
  'known id, wrong MAC': claims['known id, wrong MAC'],
  'unknown id': claims['unknown id'],
  'claim token': pool((index) => known[index]),
};
const callsOf = (kinds, call) =>
  Object.fromEntries(Object.entries(kinds).map(([name, texts]) => [name, { texts, call }]));
const GROUPS = {
  'result: claims': callsOf(claims, (claim) => post(shop, 'result', { claim })),
  'authkey: orders': callsOf(orders, (order) => post(shop, 'authkey', { order })),
  'webhook: hints': callsOf(hints, (hint) => post(shop, `webhook?hint=${hint}`, {})),
};

let worst = 1;
for (const [group, calls] of Object.entries(GROUPS)) {
  const names = Object.keys(calls);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  const texts = new Set();
  const turns = Array.from({ length: SAMPLES + 500 }, () => [...names].sort(() => Math.random() - 0.5));
  for (const [turn, order] of turns.entries()) {
    for (const name of order) {
      const { texts: sent, call } = calls[name];
      const text = pick(sent);
      const startedAt = process.hrtime.bigint();
      const response = await call(text);
      const took = Number(process.hrtime.bigint() - startedAt);
      // The first ones are slow for reasons of their own.
      if (turn >= 500) samples[name].push(took);
      texts.add(`${response.status} ${await response.text()}`);
    }
  }
  console.log(`${group}: ${SAMPLES} samples each, ${texts.size} different answer${texts.size === 1 ? '' : 's'}`);
  if (texts.size !== 1) process.exitCode = 1;
  for (const [index, one] of names.entries()) {
    for (const another of names.slice(index + 1)) {
      const { p, share } = compareSamples(samples[one], samples[another]);
      // Whoever sends something malformed knows that it is: its time tells nothing.
      const isJudged = another !== 'malformed';
      if (isJudged) worst = Math.min(worst, p);
      console.log(
        `  ${one} / ${another}: p ${p.toFixed(4)}, slower in ${(share * 100).toFixed(1)} % of pairs${isJudged ? '' : ' (not judged)'}`,
      );
    }
  }
}
console.log(`smallest p: ${worst.toFixed(4)}`);
if (worst <= 0.01) process.exitCode = 1;
