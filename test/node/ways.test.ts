/** The demo's picker: the code of each way works, and the outcomes are names of the sandbox. */
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../demo/ways/scenarios.js';
import { writeMarkup, writePageCode, writeServerCode, type WayValues } from '../../demo/ways/way-code.js';
import { changeWay, findWayToPay, groupWays, WAYS } from '../../demo/ways/ways.js';
import { NAME_SCENARIOS } from '../../src/sandbox/bank/scenarios.js';
import { createSigner, createMemoryStore, generateFrameKeys } from '../../src/signer/index.js';

const VALUES: WayValues = {
  scripts: '/florin/',
  origins: '/pay https://service.example',
  signerUrl: '/pay',
  frameUrl: 'https://cards.example/frame.html',
  order: { number: '1042', amount: 3000, currency: 'AUD' },
  successUrl: '/orders/1042?a="b"&c',
  agreementUrl: '/agreement',
};
const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

describe('the ways', () => {
  it('have unique ids for each subject and unique names in each group; every way is in one group', () => {
    const groups = groupWays(WAYS);
    expect(groups.flatMap(({ ways }) => ways)).toHaveLength(WAYS.length);
    for (const { ways } of groups) expect(new Set(ways.map(({ name }) => name)).size).toBe(ways.length);
    expect(new Set(WAYS.map(({ subject, id }) => `${subject} ${id}`)).size).toBe(WAYS.length);
  });

  it('lead to each other by surcharge, saved cards and isolation', () => {
    const [page] = WAYS;
    const all = page && changeWay(page, { surcharge: true, savedCards: true, isolation: 'frame' });
    expect(all?.id).toBe('framed-all');
    const redirect = findWayToPay('redirect');
    expect(redirect?.method).toBe('redirect');
    expect(redirect && changeWay(redirect, { surcharge: true })).toBeUndefined();
  });

  it.each(WAYS.map((way) => [`${way.subject} ${way.id}`, way] as const))(
    '%s: at most eight lines for the page and eight for the server, which the signer accepts',
    async (_name, way) => {
      const page = writePageCode(way, VALUES);
      const server = writeServerCode(way);
      expect(page.split('\n').length).toBeLessThanOrEqual(8);
      expect(server.split('\n').length).toBeLessThanOrEqual(8);
      expect(page).not.toContain('="b"');
      const { privateKey: signingKey } = await generateFrameKeys();
      const mounted: string[] = [];
      const values = {
        createSigner,
        openSqliteStore: () => createMemoryStore(),
        app: { all: (path: string) => mounted.push(path) },
        service: { baseUrl: 'http://127.0.0.1:9', merchantNumber: '1', username: 'u', password: 'p' },
        secret: 'x'.repeat(32),
        signingKey,
        findOrder: () => null,
        findShopper: () => null,
        findSurcharge: () => null,
        markPaid: () => undefined,
        request: new Request('https://shop.example/checkout'),
        order: '1042',
        client: {},
      };
      await new AsyncFunction(...Object.keys(values), server)(...Object.values(values));
      expect(mounted).toHaveLength(1);
    },
  );

  it('escape the values of an order', () => {
    const [page] = WAYS;
    const hostile = { number: '"><script>', amount: 1, currency: 'AUD' };
    expect(page && writeMarkup(page, { ...VALUES, order: hostile })).toContain('order="&quot;>&lt;script>"');
  });
});

describe('the outcomes', () => {
  it('are all names of the sandbox except those of webhooks', () => {
    const names = OUTCOMES.flatMap(({ outcomes }) => outcomes.map(({ holderName }) => holderName)).filter(Boolean);
    const known = NAME_SCENARIOS.map(({ holderName }) => holderName);
    expect(known).toEqual(expect.arrayContaining(names));
    const absent = known.filter((name) => !names.includes(name));
    // Webhooks have no page.
    expect(absent.filter((name) => !name.startsWith('WEBHOOK '))).toEqual([]);
  });
});
