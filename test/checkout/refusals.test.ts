/** Errors of the page for the signer's refusals, and for answers of other servers. */
import { describe, expect, it } from 'vitest';
import { ask, readRefusal } from '../../src/checkout/signer-calls.js';
import { browserTimers } from '../../src/checkout/timers.js';
import { type RefusalCode, REFUSALS } from '../../src/core/refusals.js';
import { messageFor } from '../../src/elements/florin-checkout/checkout-message.js';
import { paymentMessages } from '../../src/elements/messages/payment-messages.js';
import type { CheckoutState } from '../../src/checkout/contract.js';
import { processFrame } from '../../src/elements/florin-checkout/method-process.js';
import { Refusal } from '../../src/signer/refusal.js';

const SIGNER = 'https://shop.example/pay';
const CODES = Object.keys(REFUSALS) as RefusalCode[];

function answering(status: number, body: string) {
  const fetch = async () => new Response(body, { status });
  return { fetch, timers: browserTimers, signal: new AbortController().signal };
}

const refusing = (status: number, code: RefusalCode) =>
  answering(status, JSON.stringify({ error: { code, message: 'why' } }));

describe('a refusal', () => {
  it.each(CODES)('%s has the catalogue’s HTTP status, and a page reports the catalogue’s error', async (code) => {
    expect(new Refusal(code, 'why').status).toBe(REFUSALS[code].status);
    const asking = ask(SIGNER, 'authkey', {}, refusing(REFUSALS[code].status, code));
    await expect(asking).rejects.toMatchObject({ code: REFUSALS[code].error });
  });

  it.each([400, 404, 429, 500, 503])('is read by its code also when the HTTP status is %i', async (status) => {
    const asking = ask(SIGNER, 'authkey', {}, refusing(status, 'card_refused'));
    await expect(asking).rejects.toMatchObject({ code: 'card_refused', message: expect.stringContaining('why') });
  });

  it.each([undefined, null, 7, 'no', {}, { error: null }, { error: { code: 'toString' } }, { error: { code: 7 } }])(
    'is not %j',
    (json) => {
      expect(readRefusal(json).code).toBeUndefined();
    },
  );
});

it('reports a refused reference as a configuration error, not as an unreachable signer', async () => {
  const asking = ask(SIGNER, 'authkey', {}, refusing(422, 'reference_refused'));
  const error: unknown = await asking.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'configuration_invalid', message: expect.stringContaining('422: why') });
  const state = { status: 'failed', error } as unknown as CheckoutState;
  expect(messageFor(state, paymentMessages('en'))?.what).toBe('This shop cannot take cards at the moment.');
});

describe('an answer of another server', () => {
  it.each([
    [404, 'configuration_invalid'],
    [405, 'configuration_invalid'],
    [429, 'rate_limited'],
    [403, 'signer_unreachable'],
    [502, 'signer_unreachable'],
    [503, 'signer_unreachable'],
  ])('with HTTP %i is %s', async (status, code) => {
    await expect(ask(SIGNER, 'authkey', {}, answering(status, '<h1>No</h1>'))).rejects.toMatchObject({ code });
  });
});

describe('a call to process the service’s own frame', () => {
  it.each(CODES.filter((code) => code !== 'store_unreachable'))('throws for %s: nothing was sent', async (code) => {
    const processing = processFrame(SIGNER, { claim: 'c' }, refusing(REFUSALS[code].status, code));
    await expect(processing).rejects.toMatchObject({ code: REFUSALS[code].error });
  });

  it('is lost when the signer’s store fails, which can be after the card was charged', async () => {
    const processing = processFrame(SIGNER, { claim: 'c' }, refusing(503, 'store_unreachable'));
    expect(await processing).toEqual({ kind: 'lost' });
  });

  it.each([400, 403, 404, 413, 429, 500, 502, 503, 504])('is lost for HTTP %i of another server', async (status) => {
    expect(await processFrame(SIGNER, { claim: 'c' }, answering(status, '<h1>No</h1>'))).toEqual({ kind: 'lost' });
  });
});
