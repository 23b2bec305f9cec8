/** OpenTelemetry: nested spans, correct counts, and no secrets. */
import * as openTelemetry from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { type InMemoryTelemetry, startInMemoryTelemetry } from '../in-memory-telemetry.js';
import { createShop, orderOf, ORIGIN, type Shop } from '../shop.js';

const { SpanKind, trace } = openTelemetry;
const SECRET = 'a secret of the shop, for tests only, long enough';
const MINUTE = 60_000;
let service: FaultyService;
let telemetry: InMemoryTelemetry;
let shop: Shop;

const makeShop = (options: Partial<SignerOptions> = {}) =>
  createShop(accountAt(service), { secret: SECRET, openTelemetry, ...options });

beforeEach(async () => {
  service = await startFaultyService();
  telemetry = startInMemoryTelemetry();
  shop = makeShop();
});
afterEach(async () => {
  vi.restoreAllMocks();
  telemetry.stop();
  await service.close();
});

/** Names from the outermost span to the one named last. */
function pathTo(name: string): readonly string[] {
  const path: string[] = [];
  let span = telemetry.spans.findLast((each) => each.name === name);
  while (span) {
    path.unshift(span.name);
    const { parent } = span;
    span = telemetry.spans.find((each) => each.id === parent);
  }
  return path;
}

const spanOf = (name: string) => telemetry.spans.findLast((span) => span.name === name);

describe('spans', () => {
  it('of a handler contain those of its calls to the service and to the shop', async () => {
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey);
    await shop.result(claim);
    expect(pathTo('payment_service/createAuthKey')).toEqual(['POST /pay/authkey', 'payment_service/createAuthKey']);
    expect(pathTo('payment_service/getTransaction')).toEqual(['POST /pay/result', 'payment_service/getTransaction']);
    expect(pathTo('call_shop')).toEqual(['POST /pay/result', 'call_shop']);
    expect(spanOf('POST /pay/authkey')).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/pay/authkey',
        'http.response.status_code': 200,
        'florin.outcome': 'granted',
        'florin.order': '1042',
        'florin.attempt': 1,
      },
    });
    expect(spanOf('payment_service/createAuthKey')).toMatchObject({
      kind: SpanKind.CLIENT,
      isFailed: false,
      attributes: { 'rpc.method': 'createAuthKey', 'florin.api_code': 0, 'florin.call.attempt': 1 },
    });
    expect(spanOf('POST /pay/result')?.attributes).toMatchObject({ 'florin.outcome': 'approved' });
    expect(telemetry.spans.every((span) => span.isEnded)).toBe(true);
  });

  it('are children of the host’s span, if it has one', async () => {
    await trace.getTracer('host').startActiveSpan('POST', {}, () => shop.grant('1042'));
    expect(pathTo('POST /pay/authkey')).toEqual(['POST', 'POST /pay/authkey']);
    expect(spanOf('POST /pay/authkey')?.kind).toBe(SpanKind.INTERNAL);
  });

  it('of a failed call have its code, and those of a repeated read are marked', async () => {
    const { claim } = await shop.grant('1042');
    service.fault = (call) => (call === 'T3' ? 'lost_answer' : undefined);
    await shop.post('result', { claim });
    const tries = telemetry.spans.filter((span) => span.name === 'payment_service/searchTransactions');
    expect(tries.map((span) => [span.attributes['florin.call.attempt'], span.attributes['error.type']])).toEqual([
      [1, 'service_unreachable'],
      [2, 'service_unreachable'],
    ]);
    expect(spanOf('POST /pay/result')).toMatchObject({
      isFailed: true,
      attributes: { 'http.response.status_code': 503, 'error.type': '503', 'florin.outcome': 'service_unreachable' },
    });
    service.fault = () => 'unavailable';
    await shop.post('result', { claim });
    expect(spanOf('payment_service/searchTransactions')?.attributes['florin.api_code']).toBe(900);
  });

  it('of unknown paths and methods have fixed names', async () => {
    await shop.signer.fetch(new Request(`${ORIGIN}/pay/made-up-${'1'.repeat(16)}`, { method: 'BREW' }));
    expect(telemetry.spans.map((span) => span.name)).toEqual(['HTTP /*']);
  });

  it('of a reconciliation contain one for each attempt', async () => {
    const { authKey } = await shop.grant('1042');
    await service.pay(authKey);
    await shop.signer.reconcile();
    expect(pathTo('payment_service/getTransaction')).toEqual([
      'reconcile',
      'reconcile_attempt',
      'payment_service/getTransaction',
    ]);
    expect(spanOf('reconcile_attempt')?.attributes).toMatchObject({ 'florin.order': '1042', 'florin.attempt': 1 });
  });
});

describe('metrics', () => {
  it('count keys, payments by outcome, and refusals by code', async () => {
    shop.orders.set('2', orderOf('2'));
    for (const [order, holder] of [
      ['1042', 'A BUYER'],
      ['2', 'DECLINED'],
    ] as const) {
      const { authKey, claim } = await shop.grant(order);
      await service.pay(authKey, { holder });
      await shop.result(claim);
      await shop.result(claim);
    }
    await shop.post('authkey', { order: 'nobody’s' });
    expect(telemetry.sum('florin.signer.keys.issued', { 'florin.action': 'payment' })).toBe(2);
    expect(telemetry.sum('florin.signer.payments', { 'florin.outcome': 'paid' })).toBe(1);
    expect(telemetry.sum('florin.signer.payments', { 'florin.outcome': 'declined' })).toBe(1);
    const refused = { 'florin.code': 'order_refused', 'http.route': '/pay/authkey' };
    expect(telemetry.sum('florin.signer.refusals', refused)).toBe(1);
  });

  it('count calls that limits refuse', async () => {
    shop = makeShop({ rateLimit: { order: { calls: 1, seconds: 60 } } });
    await shop.grant('1042');
    await shop.post('authkey', { order: '1042' });
    expect(telemetry.sum('florin.signer.limits.refusals', { 'florin.limit': 'order' })).toBe(1);
  });

  it('count failed callbacks, and repeated ones', async () => {
    let isUp = false;
    shop = makeShop({
      onPaid: () => {
        if (!isUp) throw new Error('down');
      },
    });
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey);
    await shop.result(claim);
    isUp = true;
    shop.now += MINUTE;
    await shop.signer.reconcile();
    expect(telemetry.sum('florin.signer.callbacks', { 'florin.outcome': 'failed' })).toBe(1);
    expect(telemetry.sum('florin.signer.callbacks', { 'florin.outcome': 'succeeded' })).toBe(1);
    expect(telemetry.sum('florin.signer.callbacks.retries', { 'florin.kind': 'paid' })).toBe(1);
  });

  it('have the number of unknown outcomes, the duration of calls, and the state of the circuit breaker', async () => {
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey, { holder: 'PENDING' });
    expect(await telemetry.observe()).toEqual([
      { instrument: 'florin.signer.circuit.state', value: 0, attributes: {} },
    ]);
    await shop.result(claim);
    await shop.signer.reconcile();
    expect(telemetry.points.findLast((point) => point.instrument === 'florin.signer.outcomes.unknown')?.value).toBe(1);
    expect(telemetry.sum('florin.signer.reconciliation.attempts', { 'florin.outcome': 'open' })).toBe(1);
    const durations = telemetry.points.filter((point) => point.instrument === 'florin.signer.service.duration');
    expect(durations.filter((point) => point.attributes['rpc.method'] === 'createAuthKey')).toHaveLength(1);
    expect(durations.every(({ value }) => value > 0 && value < 600)).toBe(true);
    service.fault = () => 'unavailable';
    // The clock of the circuit, whose pause of two seconds a busy machine may sleep through.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let call = 0; call < 10; call += 1) await shop.post('result', { claim });
    expect((await telemetry.observe())[0]?.value).toBe(2);
  });
});

describe('a secret', () => {
  it('is in no name or attribute', async () => {
    shop = makeShop({
      rateLimit: { client: { calls: 100, seconds: 60 } },
      webhooks: true,
      onPaid: () => {
        throw new Error('5123456789012346 is no order');
      },
    });
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey, redirectionUrl } = await service.pay(authKey);
    const request = (url: string, method = 'GET') =>
      shop.signer.fetch(new Request(url, { method }), { clientAddress: '203.0.113.77' });
    await shop.result(claim, resultKey);
    await request(redirectionUrl ?? '');
    const hook = (service.keyRequests[0] as unknown as { WebHookUrl: string }).WebHookUrl;
    await request(hook, 'POST');
    await shop.post('result', { claim: `${claim}x`, resultKey });
    await shop.post('authkey', { order: '5123456789012346' });
    for (const fault of ['unauthorised', 'html', 'half', 'lost_answer'] as const) {
      shop.orders.set(fault, orderOf(fault));
      service.fault = () => fault;
      await shop.post('authkey', { order: fault });
    }
    await shop.signer.reconcile();
    // Durations have by chance any six digits behind the point.
    const withoutFractions = (_name: string, value: unknown) =>
      typeof value === 'number' && !Number.isInteger(value) ? null : value;
    const said = JSON.stringify([telemetry.spans, telemetry.points, await telemetry.observe()], withoutFractions);
    expect(telemetry.spans.length).toBeGreaterThan(15);
    const [claimId = '', mac = ''] = claim.split('.');
    const hint = new URL(hook).searchParams.get('hint')?.split('.')[1];
    const account = accountAt(service);
    const secrets = { authKey, claimId, mac, hint, resultKey, SECRET, password: account.password };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toBeTruthy();
      expect(said.includes(secret ?? ''), name).toBe(false);
    }
    for (const text of ['5123456789012346', '512345', '203.0.113.77', 'A BUYER', account.username]) {
      expect(said.includes(text), text).toBe(false);
    }
  });
});
