/** `florin contract`: what it sends, what it finds, what it writes. docs/guides/contract.md. */
import { afterEach, describe, expect, it } from 'vitest';
import { PROBES } from '../../src/contract/all-probes.js';
import { diffFacts } from '../../src/contract/diff-facts.js';
import { NoAnswer, NotATest } from '../../src/contract/facility.js';
import { lessonOfFile, readFacts, type Fact } from '../../src/contract/facts.js';
import { runContract, type RunOptions } from '../../src/contract/run-contract.js';
import { writeReport } from '../../src/contract/write-report.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { OfficeCaller } from '../sandbox/office-caller.js';
import { stoppedClock } from '../sandbox/service-under-test.js';
import RECORDINGS from '../recordings/rest.json' with { type: 'json' };
import { openFacility, type Answer, type OpenFacility } from './facility-for-test.js';

const ALL = { transactions: true, long: true, person: false };

let open: OpenFacility[] = [];

async function facilityOf(...given: Parameters<typeof openFacility>): Promise<OpenFacility> {
  const opened = await openFacility(...given);
  open.push(opened);
  return opened;
}

afterEach(async () => {
  for (const { close } of open) await close();
  open = [];
});

const run = ({ facility }: OpenFacility, options: Partial<RunOptions> = {}): Promise<readonly Fact[]> =>
  runContract({ facility, openTwin: openFacility, allows: ALL, ...options });

/** Rewrites the JSON of some answers. */
const rewriting =
  (change: (json: Record<string, unknown>, request: Request) => void) =>
  (answer: Answer): Answer =>
  async (request) => {
    const given = await answer(request);
    if (!given.headers.get('content-type')?.startsWith('application/json')) return given;
    const json = (await given.json()) as Record<string, unknown>;
    change(json, request);
    return new Response(JSON.stringify(json), { status: given.status, headers: given.headers });
  };

const refusal = (ResponseCode: number, ResponseText: string) => ({ APIResponse: { ResponseCode, ResponseText } });

const noTest = rewriting((json) => {
  const txn = json['TxnResp'] as Record<string, unknown> | null | undefined;
  if (txn) txn['IsTestTxn'] = false;
});

const isPayment = (call: string): boolean => call === 'POST /webapi/v3/txns/' || call === 'POST /webapi/v2/txns/';

describe('florin contract', () => {
  it('finds no difference between the sandbox and itself', async () => {
    const facts = await run(await facilityOf());
    expect(facts.filter(({ state }) => state === 'differs')).toEqual([]);
    const open = facts.filter(({ state }) => state === 'not_asked').map(({ id }) => id);
    expect(open).toEqual(['search.limit', 'page.return', 'frame.return', 'challenge.return']);
    expect(facts).toHaveLength(PROBES.length);
    console.log(`contract: ${PROBES.length} facts`);
  });

  it('has a name of its own for each probe', () => {
    const ids = PROBES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sends nothing after a first payment that is no test', async () => {
    const live = await facilityOf({}, noTest);
    await expect(run(live)).rejects.toThrow(NotATest);
    const at = live.calls.findIndex(isPayment);
    const proof = live.calls.findIndex((call, index) => isPayment(call) && live.bodies[index]?.includes('CardNumber'));
    expect(JSON.parse(live.bodies[proof] ?? '')).toMatchObject({
      TxnReq: { Amount: 1, TestMode: true, CardDetails: { ExpiryDate: '9945', CardNumber: '5123456789012346' } },
    });
    expect(proof).toBe(live.calls.length - 1);
    // Before it: a payment without its wrapper, and a card for an AuthKey that does not exist.
    expect(live.bodies[at]).toBe('{}');
    const cards = live.calls.filter((_call, index) => live.bodies[index]?.includes('5123456789012346'));
    expect(cards).toEqual([
      'POST /webapi/v3/txns/withauthkey/00000000-0000-4000-8000-000000000000',
      'POST /webapi/v3/txns/',
    ]);
  });

  it('makes no other payment where month 99 is no test', async () => {
    const odd = await facilityOf(
      {},
      rewriting((json) => {
        const txn = json['TxnResp'] as Record<string, unknown> | null | undefined;
        if (txn) txn['BankResponseCode'] = '00';
      }),
    );
    const facts = await run(odd);
    const made = facts.filter(({ id }) => id.startsWith('rule.'));
    expect(made.every(({ state, reason }) => state === 'not_asked' && /month 99/.test(reason ?? ''))).toBe(true);
    expect(odd.calls.filter((call, at) => isPayment(call) && odd.bodies[at]?.includes('CardNumber'))).toHaveLength(1);
  });

  it('asks a browser’s payments only after one that is a test', async () => {
    const live = await facilityOf(
      {},
      rewriting((json, request) => {
        const txn = json['TxnResp'] as Record<string, unknown> | null | undefined;
        if (txn && /withauthkey/.test(request.url)) txn['IsTestTxn'] = false;
      }),
    );
    await expect(run(live)).rejects.toThrow(NotATest);
    const submitted = live.calls.filter((call) => /^POST .*withauthkey\/(?!0000)/.test(call));
    expect(submitted).toHaveLength(1);
  });

  it('makes no transaction and stores nothing when that is not allowed', async () => {
    const asked = await facilityOf();
    const facts = await run(asked, { allows: { ...ALL, transactions: false, long: false } });
    const cards = asked.calls.filter((_call, index) => asked.bodies[index]?.includes('5123456789012346'));
    expect(cards).toEqual(['POST /webapi/v3/txns/withauthkey/00000000-0000-4000-8000-000000000000']);
    expect(facts.filter(({ state }) => state === 'as_sandbox').length).toBeGreaterThan(60);
  });

  it('deletes the cards that it stored', async () => {
    const asked = await facilityOf();
    await run(asked);
    const { facility } = asked;
    const headers = { Authorization: btoa(`${facility.username}|${facility.merchantNumber}:${facility.password}`) };
    const response = await facility.fetch(
      new Request('https://facility.test/webapi/v3/dvtokens/search', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ SearchInput: {} }),
      }),
    );
    expect(await response.json()).toMatchObject({ APIResponse: { ResponseCode: 209 } });
  });

  it('writes nothing secret', async () => {
    const secret = rewriting((json, request) => {
      const api = json['APIResponse'] as { ResponseText: string } | undefined;
      const key = json['AuthKey'];
      if (api)
        api.ResponseText += ` ${request.url} 5123456789012346 5353109000000000 ${String(key)} demo-api Demo-Password-1`;
    });
    const facts = await run(await facilityOf({}, secret));
    const file = { florinFacts: 1, date: '2026-03-04', facility: 'https://facility.test', facts } as const;
    for (const text of [JSON.stringify(file), writeReport(file)]) {
      expect(text).not.toMatch(/5123456789012346|512345678901|5353109000000000|Demo-Password-1|demo-api/);
      expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/);
      expect(text).not.toMatch(/599999\d{10}/);
    }
    expect(facts.filter(({ state }) => state === 'differs').length).toBeGreaterThan(50);
  });

  it('goes on where it was interrupted', async () => {
    let left = 120;
    const broken = await facilityOf({}, (answer) => (request) => {
      left -= 1;
      return left < 0 ? Promise.reject(new TypeError('gone')) : answer(request);
    });
    const known: Fact[] = [];
    const note = (fact: Fact): void => void known.push(fact);
    await expect(run(broken, { note })).rejects.toThrow(NoAnswer);
    const kept = known.filter(({ facility }) => facility !== undefined);
    expect(kept.length).toBeGreaterThan(50);
    const file = { florinFacts: 1, date: '2026-03-04', facility: 'https://facility.test', facts: kept } as const;
    expect(() => lessonOfFile(file)).toThrow('interrupted');
    expect(writeReport(file)).toContain('Not compared yet');
    left = Infinity;
    const before = broken.calls.length;
    const asked: string[] = [];
    const facts = await run(broken, { known: kept, note: ({ id }) => void asked.push(id) });
    expect(asked.filter((id) => kept.some((fact) => fact.id === id))).toEqual([]);
    expect(facts.filter(({ state }) => state === 'differs')).toEqual([]);
    expect(broken.calls.length - before).toBeLessThan(before * 2);
  });

  it('takes no fact from a service that is down', async () => {
    let at = 0;
    const down = await facilityOf({}, (answer) => (request) => {
      at += 1;
      return at % 40 === 0 ? Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })) : answer(request);
    });
    const facts = await run(down);
    const [first, ...others] = facts.filter(({ reason }) => reason?.startsWith('no answer'));
    expect(first).toMatchObject({ state: 'not_asked' });
    expect(others.length).toBeGreaterThan(0);
    expect(facts.filter(({ state }) => state === 'differs')).toEqual([]);
  });

  const [unpaid] = RECORDINGS;
  it.each([
    // Recorded in 2019: docs/wire/rest.md, "Recordings".
    [
      'makes no payments',
      /^POST \/webapi\/v[23]\/txns\/$/,
      unpaid?.answer,
      /Payments are not supported by this merchant facility/,
    ],
    [
      'allows no payments to this user',
      /^POST \/webapi\/v[23]\/txns\/$/,
      refusal(2, 'Invalid permissions'),
      /2 Invalid permissions/,
    ],
    ['makes no AuthKeys', /processtxnauthkey$/, refusal(2, 'Invalid permissions'), /gave no AuthKey: 2/],
    ['stores no cards', /dvtokens\/$/, refusal(204, 'not here'), /stores no cards: 204/],
  ])('says what a facility cannot do that %s', async (_what, calls, answer, reason) => {
    const poor = await facilityOf({}, (fetch) => (request) => {
      const isAsked = calls.test(`${request.method} ${new URL(request.url).pathname}`);
      return isAsked ? Promise.resolve(Response.json(answer)) : fetch(request);
    });
    const facts = await run(poor, { allows: { ...ALL, long: false } });
    expect(facts.some((fact) => fact.state === 'not_asked' && reason.test(fact.reason ?? ''))).toBe(true);
    expect(facts.filter(({ state }) => state === 'as_sandbox').length).toBeGreaterThan(20);
  });

  it('asks a facility without SOAP everything else', async () => {
    const restOnly = await facilityOf({}, (fetch) => (request) => {
      const isSoap = request.url.includes('.asmx');
      return isSoap ? Promise.resolve(new Response('Not found', { status: 404 })) : fetch(request);
    });
    const facts = await run(restOnly, { allows: { ...ALL, long: false } });
    const others = facts.filter(({ id, state }) => !id.startsWith('soap.') && state === 'differs');
    expect(others).toEqual([]);
    expect(facts.find(({ id }) => id === 'soap.login')).toMatchObject({ state: 'differs', facility: { status: 404 } });
  });

  it('compares two files', async () => {
    const file = (facts: readonly Fact[]) =>
      ({ florinFacts: 1, date: '2026-03-04', facility: 'https://facility.test', facts }) as const;
    const first = file(await run(await facilityOf()));
    const second = file(
      await run(await facilityOf({ dialect: { oldestFirst: true } }), { allows: { ...ALL, long: false } }),
    );
    const { compared, different, inOne } = diffFacts(first, second);
    expect(different).toMatchObject([{ id: 'search.order', first: 'the newest', second: 'the oldest' }]);
    expect(inOne.map(({ id }) => id)).toEqual(['key.minutes']);
    expect(compared).toBe(PROBES.length - 5);
  });

  it('a sandbox shows administrators what it has learnt', async () => {
    const facts = await run(await facilityOf({ dialect: { oldestFirst: true } }), { allows: { ...ALL, long: false } });
    const lesson = lessonOfFile({ florinFacts: 1, date: '2026-03-04', facility: 'https://facility.test', facts });
    const store = await openStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
    const office = new OfficeCaller(createSandbox({ store, clock: stoppedClock(), settings: lesson }));
    await office.signIn();
    expect((await office.call('GET /sandbox/choices')).body.learnt).toEqual({
      facility: 'https://facility.test',
      date: '2026-03-04',
      differences: [{ question: 'Which row comes first?', isLearnt: true }],
    });
    await office.sandbox.close();
  });

  it.each([
    ['no object', 1, 'the file'],
    ['another version', { florinFacts: 2 }, 'florinFacts'],
    [
      'a fact without a state',
      { florinFacts: 1, date: '2026-03-04', facility: 'https://x.test', facts: [{ id: 'x' }] },
      'facts.0',
    ],
  ])('refuses %s as facts', (_what, value, place) => {
    expect(() => readFacts(value)).toThrow(place);
  });
});
