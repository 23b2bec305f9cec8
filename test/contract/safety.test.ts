/** What `florin contract` must not do at a facility that is live, odd or hostile. docs/guides/contract.md. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPacedFetch } from '../../src/cli/contract-facility.js';
import { NoAnswer, NotATest, type Facility } from '../../src/contract/facility.js';
import { lessonOf, type Fact } from '../../src/contract/facts.js';
import { runContract } from '../../src/contract/run-contract.js';
import { withoutSecrets } from '../../src/contract/without-secrets.js';
import { openFacility, type Answer, type OpenFacility } from './facility-for-test.js';

let open: OpenFacility[] = [];
afterEach(async () => {
  for (const { close } of open) await close();
  open = [];
});

async function facilityOf(deviate: (answer: Answer) => Answer): Promise<OpenFacility> {
  const opened = await openFacility({}, deviate);
  open.push(opened);
  return opened;
}

const run = ({ facility }: OpenFacility, changes: Partial<Facility> = {}): Promise<readonly Fact[]> =>
  runContract({
    facility: { ...facility, ...changes },
    openTwin: openFacility,
    allows: { transactions: true, long: false, person: false },
  });

/** Rewrites the text of answers. */
const rewriting =
  (change: (text: string, request: Request) => string) =>
  (answer: Answer): Answer =>
  async (request) => {
    const given = await answer(request);
    return new Response(change(await given.text(), request), { status: given.status, headers: given.headers });
  };

const count = ({ calls, bodies }: OpenFacility, call: RegExp, body = /./): number =>
  calls.filter((each, at) => call.test(each) && body.test(bodies[at] ?? '')).length;

describe('florin contract at a facility that is no test', () => {
  it('makes one payment of 0.01 by SOAP where month 99 is no test', async () => {
    const live = await facilityOf(
      rewriting((text) => text.replace(/<AcquirerResponseCode>\d\d/, '<AcquirerResponseCode>14')),
    );
    const facts = await run(live);
    const own = /<username>demo-api[^]*<Amount>1</;
    expect(count(live, /service_1_4_4/, /<ProcessPayment [^]*demo-api/)).toBe(1);
    expect(count(live, /service_1_4_4/, own)).toBe(1);
    expect(facts.find(({ id }) => id === 'soap.card')).toMatchObject({ state: 'not_asked' });
  });

  it('ends at an approval outside test mode', async () => {
    const live = await facilityOf((answer) => async (request) => {
      const { TxnReq } = (await request
        .clone()
        .json()
        .catch(() => ({}))) as { TxnReq?: Record<string, unknown> };
      const given = await answer(request);
      if (TxnReq?.['Action'] === undefined || TxnReq['TestMode'] === true) return given;
      const json = (await given.json()) as { TxnResp: Record<string, unknown> };
      Object.assign(json.TxnResp, { IsTestTxn: false, ResponseCode: '0' });
      return Response.json(json);
    });
    await expect(run(live)).rejects.toThrow(NotATest);
  });

  it('looks at the result of each payment by an AuthKey', async () => {
    let seen = 0;
    let paid = 0;
    const live = await facilityOf(
      rewriting((text, { url, method }) => {
        if (method === 'POST' && /"ResultKey":"/.test(text)) paid += 1;
        if (method !== 'GET' || !/withauthkey\/(?!0000)/.test(url) || !text.includes('"IsTestTxn":true')) return text;
        seen += 1;
        return seen === 1 ? text : text.replace('"IsTestTxn":true', '"IsTestTxn":false');
      }),
    );
    await expect(run(live)).rejects.toThrow(NotATest);
    expect({ seen, paid }).toEqual({ seen: 2, paid: 2 });
  });

  it('looks at the result of a webform', async () => {
    let isForm = false;
    const live = await facilityOf((answer) => async (request) => {
      isForm ||= request.headers.get('content-type')?.includes('form') === true;
      const given = await answer(request);
      const isResult = isForm && request.method === 'GET' && /withauthkey\//.test(request.url);
      return isResult
        ? new Response((await given.text()).replace('"IsTestTxn":true', '"IsTestTxn":false'), given)
        : given;
    });
    await expect(run(live)).rejects.toThrow(NotATest);
  });

  it('ends at a payment that is no test in the answer of a service that is down', async () => {
    const live = await facilityOf((answer) => async (request) => {
      const given = await answer(request);
      const text = await given.text();
      if (!text.includes('"IsTestTxn":true')) return new Response(text, given);
      return new Response(text.replace('"IsTestTxn":true', '"IsTestTxn":false'), { status: 503 });
    });
    await expect(run(live)).rejects.toThrow(NotATest);
  });

  it('does not repeat a first payment whose answer is lost', async () => {
    const broken = await facilityOf((answer) => async (request) => {
      const given = await answer(request);
      if ((await given.clone().text()).includes('"IsTestTxn"')) throw new TypeError('gone');
      return given;
    });
    await expect(run(broken)).rejects.toThrow(NoAnswer);
    expect(count(broken, /^POST .*\/txns\/$/, /CardNumber/)).toBe(1);
  });

  it('neither deletes nor copies what it did not make', async () => {
    const full = await facilityOf((answer) => (request) => {
      const isThere = request.method === 'GET' && /\/(txns\/1|dvtokens\/5999990000000004)$/.test(request.url);
      return isThere ? Promise.resolve(Response.json({ APIResponse: { ResponseCode: 0 } })) : answer(request);
    });
    await run(full);
    expect(count(full, /^DELETE .*5999990000000004|^POST .*dvtokens\/txn\/1/, /^/)).toBe(0);
    expect(count(full, /service_1_4_4/, /<DeleteToken /)).toBe(0);
  });

  it('sends a wrong password once', async () => {
    const asked = await facilityOf((answer) => answer);
    await expect(run(asked, { password: 'mistyped' })).rejects.toThrow('does not take the account: 1 ');
    expect(asked.calls).toEqual(['GET /webapi/v3/status/']);
  });

  it('goes on after an answer that no question expects', async () => {
    const odd = await facilityOf(
      rewriting((text) =>
        text.startsWith('{"APIResponse"') ? text.replace(/"TxnRespList":\[.*\]/, '"TxnRespList":[null]') : text,
      ),
    );
    const facts = await run(odd);
    expect(facts.find(({ id }) => id === 'search.delay')).toMatchObject({
      reason: 'the answer has an unexpected shape',
    });
  });
});

describe('secrets in facts', () => {
  const facility = { username: 'shop-api', password: 'Päss$wörd-1', merchantNumber: '5353109000000000' } as Facility;
  const encoded = new TextEncoder().encode(facility.password);

  it.each([
    ['the password', facility.password],
    ['it in capitals', facility.password.toUpperCase()],
    ['it in base64', btoa(String.fromCharCode(...encoded))],
    ['it in a URL', encodeURIComponent(facility.password)],
    ['a key in base64', btoa('01234567-89ab-cdef-0123-456789abcdef')],
    ['a number in groups', '5353 1090 0000 0000'],
    ['a key without dashes', '0123456789abcdef0123456789ABCDEF'],
  ])('hides %s', (_what, secret) => {
    const { told, ...names } = withoutSecrets({ told: `so: ${secret}.`, [secret]: 1 }, facility) as Record<
      string,
      string
    >;
    expect(told).toMatch(/^so: <\w+>\.?$/);
    expect(Object.keys(names)[0]).toMatch(/^<\w+>$/);
  });

  it('hides a number that is no text', () => {
    expect(withoutSecrets({ code: 5_123_456_789_012_346, status: 200 }, facility)).toEqual({
      code: '<number>',
      status: 200,
    });
  });
});

describe('hostile facts', () => {
  const answer = (status: number, code: number, text = 'x') => ({ status, body: 'answer', code, text });
  it.each<readonly [what: string, id: string, facility: unknown, sandbox: unknown]>([
    ['a refusal that becomes a success', 'search.empty', answer(200, 0), answer(200, 114)],
    ['the same by a status', 'field.cvn', answer(500, 0), answer(200, 114)],
    ['a status that HTTP has not', 'search.empty', answer(9999, 1), answer(200, 0)],
    ['a status without a body', 'search.empty', answer(204, 1), answer(200, 0)],
    ['a bank code in place of another', 'soap.login', { text: '00' }, { text: '05' }],
    ['an amount in place of another', 'soap.login', { text: '1' }, { text: '1000' }],
    ['a header of two lines', 'rest.headers', { pragma: 'a\r\nb: c' }, {}],
    ['a header of the connection', 'rest.headers', { 'content-length': '5' }, {}],
    ['a limit of letters', 'search.limit', 'abc', 1],
    ['a delay below zero', 'search.delay', -1, 0],
    ['a decline called approved', 'txn.text.declined', { '05': 'Approved' }, {}],
    ['a text that is none', 'txn.text.declined', { '05': {} }, {}],
    ['a fraction of a thousand digits', 'txn.time', { fractionDigits: 1e3, end: '' }, {}],
  ])('teach nothing by %s', (_what, id, facility, sandbox) => {
    const fact = { id, question: 'q', about: 'a', state: 'differs', facility, sandbox } as Fact;
    expect(() => lessonOf([fact])).toThrow(`The fact ${id} cannot be read`);
  });
});

describe('the pace', () => {
  it('sends one call after the other', async () => {
    let now = 0;
    let most = 0;
    const server = createServer((_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 20);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const paced = createPacedFetch({ callsPerSecond: 50, timeoutSeconds: 5 });
    await Promise.all([1, 2, 3].map(() => paced(new Request(`http://127.0.0.1:${port}/`))));
    expect(most).toBe(1);
    server.close();
  });
});
