/** Saving a card or an account: one submission, and lost answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokenFlow, type TokenFlow, type TokenFlowOptions } from '../../src/checkout/token-flow.js';
import { createManualTimers, type ManualTimers, until } from './manual-timers.js';
import {
  AUTH_KEY,
  type Reply,
  RESULT_KEY,
  type ScriptedServer,
  startScriptedServer,
  submitted,
} from './scripted-server.js';

const CARD = { number: '4987654321098769', expiryMonth: '05', expiryYear: '39', holderName: 'Ada Lovelace' };
const ACCOUNT = { bsb: '063917', accountNumber: '80417726', accountName: 'Ada Lovelace' };
const SAVED = {
  handle: 'h',
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '0539',
  isExpired: false,
  holderName: '',
};

let server: ScriptedServer;
let timers: ManualTimers;
let flow: TokenFlow;
let stored: Map<string, string>;
let submit: Reply;
let result: Reply;
const callsTo = (name: string) => server.calls.filter(({ path }) => path.includes(name));

beforeEach(async () => {
  server = await startScriptedServer();
  timers = createManualTimers();
  stored = new Map();
  submit = { json: submitted(0) };
  result = { json: { status: 'stored', claim: 'claim-1', card: SAVED } };
  const submitUrl = `${server.url}/webapi/v3/dvtokens/withauthkey/${AUTH_KEY}`;
  const grant = {
    status: 'granted',
    task: 'add',
    claim: 'claim-1',
    authKey: AUTH_KEY,
    submitUrl,
    expiresInSeconds: 1800,
  };
  server.script.authkey = { json: grant };
  server.script.result = () => result;
  server.script.submit = () => submit;
  flow = start({ purpose: 'save-card' });
});
afterEach(async () => {
  flow.dispose();
  await server.close();
});

function start(options: Pick<TokenFlowOptions, 'purpose' | 'claim'>): TokenFlow {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return createTokenFlow({ signerUrl: server.signerUrl, timers, storage, isOnline: () => true, ...options });
}

describe('what is saved', () => {
  it('is sent only to the service, without a CVN', async () => {
    expect(await flow.submit(CARD)).toMatchObject({ status: 'saved', result: { card: SAVED } });
    const [sent] = callsTo('withauthkey');
    expect(sent?.body).toEqual({
      DVTokenReq: {
        CardDetails: {
          CardHolderName: 'Ada Lovelace',
          CardNumber: CARD.number,
          ExpiryDateMonth: '05',
          ExpiryDateYear: '39',
        },
      },
    });
    expect(callsTo('tokenresult')[0]?.body).toEqual({ claim: 'claim-1', resultKey: RESULT_KEY });
    expect(JSON.stringify([callsTo('/pay/').map(({ body }) => body), [...stored], flow.state])).not.toContain('49876');
  });

  it('is sent once for several clicks', async () => {
    await Promise.all([flow.submit(CARD), flow.submit(CARD), flow.submit(CARD)]);
    await flow.submit(CARD);
    expect([callsTo('tokenkey').length, callsTo('withauthkey').length]).toEqual([1, 1]);
  });

  it('keeps its key after a field that the service refused, and names the field', async () => {
    flow = start({ purpose: 'save-bank-account' });
    submit = { json: submitted(125) };
    expect(await flow.submit(ACCOUNT)).toMatchObject({ status: 'ready', refusedField: 'bsb' });
    submit = { json: submitted(0) };
    expect((await flow.submit(ACCOUNT)).status).toBe('saved');
    expect(callsTo('tokenkey').map(({ body }) => body)).toEqual([{ task: 'add', kind: 'bank_account' }]);
    expect(callsTo('withauthkey')[1]?.body).toEqual({
      DVTokenReq: {
        AcceptBADirectDebitTC: true,
        BankAccountDetails: { AccountName: 'Ada Lovelace', AccountNumber: '80417726', BSBNumber: '063917' },
      },
    });
  });
});

describe('an answer that is lost', () => {
  it('is unknown, is not sent again, and is found', async () => {
    submit = 'drop';
    expect(await flow.submit(CARD)).toMatchObject({ status: 'unknown', error: { code: 'result_unknown' } });
    expect((await flow.submit(CARD)).status).toBe('unknown');
    timers.advance(2_000);
    await until(() => flow.state.status === 'saved', 'saved');
    expect(callsTo('withauthkey')).toHaveLength(1);
  });

  it('does not use a key again that the service refused as used', async () => {
    submit = { json: submitted(207, { ResultKey: null }) };
    result = { json: { status: 'open', claim: 'claim-1' } };
    await flow.submit(CARD);
    timers.advance(2_000);
    await until(() => flow.state.status === 'idle', 'idle');
    expect(flow.key).toBeUndefined();
    submit = { json: submitted(0) };
    result = { json: { status: 'stored', claim: 'claim-1', card: SAVED } };
    expect((await flow.submit(CARD)).status).toBe('saved');
    expect(callsTo('tokenkey')).toHaveLength(2);
  });

  it('is the meaning of code 300, because saving has no 3-D Secure', async () => {
    submit = { json: submitted(300, { RedirectionUrl: 'https://acs.bank.example/step' }) };
    expect(await flow.submit(CARD)).toMatchObject({ status: 'unknown', error: { code: 'result_unknown' } });
    timers.advance(2_000);
    await until(() => flow.state.status === 'saved', 'saved');
  });

  it('is looked up after a reload', async () => {
    submit = 'drop';
    await flow.submit(CARD);
    flow.dispose();
    flow = start({ purpose: 'save-card' });
    flow.resume();
    expect(flow.state.status).toBe('unknown');
    timers.advance(0);
    await until(() => flow.state.status === 'saved', 'saved');
    expect(callsTo('withauthkey')).toHaveLength(1);
  });
});

describe('a finished attempt', () => {
  const load = (isForShow: boolean, options: Partial<Pick<TokenFlowOptions, 'purpose' | 'claim'>> = {}) => {
    flow.dispose();
    flow = start({ purpose: 'save-card', ...options });
    flow.resume(isForShow);
    timers.advance(0);
  };

  it('is shown again by a page that only shows it; a form starts again', async () => {
    await flow.submit(CARD);
    load(false);
    expect(flow.state.status).toBe('idle');
    for (let time = 0; time < 2; time += 1) {
      load(true);
      await until(() => flow.state.status === 'saved', 'saved');
      expect(flow.state).toMatchObject({ result: { card: SAVED } });
    }
    expect(callsTo('withauthkey')).toHaveLength(1);
    load(true, { purpose: 'save-bank-account' });
    expect(flow.state.status).toBe('idle');
  });

  it('is found by a claim where the tab has no record, and says at once that nothing was saved', async () => {
    load(true, { claim: 'claim-1' });
    await until(() => flow.state.status === 'saved', 'saved');
    result = { json: { status: 'open', claim: 'claim-2' } };
    load(true, { claim: 'claim-2' });
    await until(() => flow.state.status === 'idle', 'idle');
    expect(flow.state.result?.status).toBe('open');
    expect(callsTo('tokenresult').map(({ body }) => body)).toEqual([{ claim: 'claim-1' }, { claim: 'claim-2' }]);
  });
});
