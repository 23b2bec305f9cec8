import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { REPORT_LIMITS } from '../../../src/signer/guards/csp-report.js';
import type { CspReport, SignerOptions } from '../../../src/signer/signer-options.js';
import { createShop, ORIGIN, type Shop } from '../shop.js';

const SERVICE = { baseUrl: 'https://pay.example', merchantNumber: '5353109000000000', username: 'u', password: 'p' };
const CARD = '4987654321098769';

let told: CspReport[];
let shop: Shop;
const start = (options: Partial<SignerOptions> = {}) => {
  told = [];
  shop = createShop(SERVICE, { onCspReport: (report) => void told.push(report), ...options });
};
beforeEach(() => start());

const send = (body: BodyInit | null, type = 'application/csp-report', clientAddress = '203.0.113.7') =>
  shop.signer
    .fetch(new Request(`${ORIGIN}/pay/csp-report`, { method: 'POST', body, headers: { 'content-type': type } }), {
      clientAddress,
    })
    .then(({ status }) => status);
const sendJson = (body: unknown, type?: string, clientAddress?: string) =>
  send(JSON.stringify(body), type, clientAddress);

const OLD = {
  'csp-report': {
    'document-uri': 'https://shop.example/checkout/7?token=secret#part',
    referrer: 'https://elsewhere.example/?q=secret',
    'violated-directive': "script-src 'self'",
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://user:secret@evil.example/skim.js?id=secret',
    'line-number': 12,
    'source-file': 'https://shop.example/app.js?v=secret',
    'script-sample': 'document.forms[0].secret',
  },
};
const NEW = [
  {
    type: 'csp-violation',
    age: 10,
    url: 'https://shop.example/checkout/7',
    body: {
      documentURL: 'https://shop.example/checkout/7?token=secret',
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      disposition: 'report',
      sample: 'Element innerHTML|secret',
    },
  },
  { type: 'deprecation', body: { id: 'x' } },
];

describe('POST csp-report', () => {
  it('notifies the shop of a violation without secrets: the older format', async () => {
    expect(await sendJson(OLD)).toBe(204);
    const report: CspReport = {
      page: 'https://shop.example/checkout/7',
      directive: 'script-src-elem',
      blocked: 'https://evil.example/skim.js',
      disposition: 'enforce',
      source: 'https://shop.example/app.js',
      line: 12,
      times: 1,
    };
    expect(told).toEqual([report]);
    expect(shop.log).toEqual([{ level: 'warn', event: 'csp_violation', ...report }]);
  });

  it('notifies the shop of a violation in the newer format, and ignores other kinds of report', async () => {
    expect(await sendJson(NEW, 'application/reports+json; charset=utf-8')).toBe(204);
    expect(told).toMatchObject([
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', disposition: 'report', line: 0 },
    ]);
    expect(JSON.stringify([told, shop.log])).not.toContain('secret');
  });

  it.each([
    `https://shop.example/pay/${CARD}`,
    `https://shop.example/pay/4987-6543-2109-8769`,
    `https://shop.example/pay/4987/6543/2109/8769`,
    `https://shop.example/pay/4987,6543,2109,8769`,
    `https://shop.example/pay/%34987654321098769`,
    `https://shop.example/pay/%2534987654321098769`,
    `https://shop.example/pay/４９８７６５４３２１０９８７６９`,
    `https://shop.example/${'x'.repeat(390)}${CARD}`,
    `https://a${CARD}.example/`,
    `https://${CARD}@evil.example/#${CARD}`,
    `data:text/plain,${CARD}`,
    CARD,
  ])('removes the digits of a card: %s', async (address) => {
    const body = { 'document-uri': address, 'blocked-uri': address, 'source-file': address };
    expect(await sendJson({ 'csp-report': { ...body, 'effective-directive': CARD, 'line-number': CARD } })).toBe(204);
    expect(told).toHaveLength(1);
    const kept = JSON.stringify([told, shop.log]).normalize('NFKC').replace(/\D/g, '');
    expect(kept).not.toContain('4987654');
  });

  it('answers anything else with 204, and does not notify the shop', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const bodies = ['', '{', 'null', '7', '[]', '[null, 7, []]', '{"csp-report": 7}', '{"csp-report": {}}', deep];
    for (const body of bodies) expect(await send(body), body.slice(0, 20)).toBe(204);
    for (const body of bodies) expect(await send(body, 'application/reports+json'), body.slice(0, 20)).toBe(204);
    expect(await send(JSON.stringify({ ...OLD, more: 'x'.repeat(20_000) }))).toBe(204);
    expect(await send(new Uint8Array([0x7b, 0xff, 0xfe]))).toBe(204);
    expect(await sendJson(OLD, 'text/plain')).toBe(204);
    expect(await send(null)).toBe(204);
    expect(told).toEqual([]);
    expect(shop.log).toEqual([]);
  });

  it('accepts any members', { timeout: 120_000 }, async () => {
    const report = fc.record(
      Object.fromEntries(Object.keys(OLD['csp-report']).map((name) => [name, fc.oneof(fc.jsonValue(), fc.webUrl())])),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(report, fc.jsonValue()), async (members) => {
        expect(await sendJson({ 'csp-report': members })).toBe(204);
        expect(await sendJson([{ type: 'csp-violation', body: members }], 'application/reports+json')).toBe(204);
      }),
      { numRuns: 60 },
    );
    for (const { page, blocked, source, directive } of told) {
      for (const text of [page, blocked, source]) expect(text).toMatch(/^[\x20-\x7e]{0,500}$/);
      expect(directive).toMatch(/^[a-z-]+$/);
    }
  });

  const numbered = (line: number) => ({ 'csp-report': { ...OLD['csp-report'], 'line-number': line } });
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...NEW[0], body: { ...NEW[0]?.body, lineNumber: from + index } }));

  it('limits reports: twenty of one body, thirty of one client, and a number for all clients', async () => {
    start({ rateLimit: { client: { calls: 1, seconds: 60 } } });
    await sendJson(many(1, 40), 'application/reports+json', '203.0.113.1');
    expect(told).toHaveLength(20);
    for (let body = 0; body < 5; body += 1)
      await sendJson(many(100 * (body + 1), 20), 'application/reports+json', '203.0.113.1');
    expect(told).toHaveLength(REPORT_LIMITS.client.calls);
    for (let call = 0; call < 20 * REPORT_LIMITS.all.calls; call += 1)
      expect(await sendJson(numbered(1_000 + call), undefined, `198.51.${call >> 8}.${call & 255}`)).toBe(204);
    expect(told).toHaveLength(REPORT_LIMITS.all.calls);
    expect(shop.log).toHaveLength(REPORT_LIMITS.all.calls);
  });

  it('reports equal violations of all clients once a minute, with their number', async () => {
    for (let call = 0; call < 50; call += 1) await sendJson(OLD, undefined, `198.51.100.${call}`);
    await sendJson(numbered(7));
    expect(told.map(({ line, times }) => [line, times])).toEqual([
      [12, 1],
      [7, 1],
    ]);
    shop.now += 60_000;
    await sendJson(OLD);
    await sendJson(OLD);
    expect(told.at(-1)).toMatchObject({ line: 12, times: 50 });
    expect(shop.log.map(({ times }) => times)).toEqual([1, 1, 50]);
  });

  it('does not wait for the callback, and works if it fails or hangs', async () => {
    start({ onCspReport: () => Promise.reject(new Error(`no disk for ${CARD}`)) });
    expect(await sendJson(OLD)).toBe(204);
    await expect.poll(() => shop.log.map(({ event }) => event)).toContain('csp_report_callback_failed');
    expect(JSON.stringify(shop.log)).not.toContain(CARD);
    start({ onCspReport: () => new Promise<void>(() => undefined) });
    expect(await sendJson(OLD)).toBe(204);
  });

  it('allows other origins by CORS, and no other method', async () => {
    const ask = (method: string) => shop.signer.fetch(new Request(`${ORIGIN}/pay/csp-report`, { method }));
    const preflight = await ask('OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('GET')).status).toBe(405);
    expect((await ask('PUT')).status).toBe(405);
  });
});
