import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSubmitAnswer, submitCard } from '../../src/checkout/submit-card.js';
import { createManualTimers, until } from './manual-timers.js';
import { RESULT_KEY, type ScriptedServer, startScriptedServer, submitted } from './scripted-server.js';

const CARD = {
  number: '4987654321098769',
  expiryMonth: '05',
  expiryYear: '39',
  cvn: '123',
  holderName: 'Ada Lovelace',
};

const LONGEST = 'https://service.example/'.padEnd(4096, 'x');

describe('readSubmitAnswer', () => {
  it.each([
    ['0 with a result key', submitted(0), { kind: 'finished', resultKey: RESULT_KEY }],
    ['"0" as text', submitted('0'), { kind: 'finished', resultKey: RESULT_KEY }],
    ['0 without a result key', submitted(0, { ResultKey: null }), { kind: 'lost', apiCode: 0 }],
    ['0 with a result key that is none', submitted(0, { ResultKey: '../x' }), { kind: 'lost', apiCode: 0 }],
    ['300', submitted(300, { RedirectionUrl: 'https://x/' }), { kind: 'challenge', redirectionUrl: 'https://x/' }],
    ['300 without an address', submitted(300), { kind: 'lost', apiCode: 300 }],
    [
      '300 with 4,096 characters',
      submitted(300, { RedirectionUrl: LONGEST }),
      { kind: 'challenge', redirectionUrl: LONGEST },
    ],
    ['300 with a longer address', submitted(300, { RedirectionUrl: `${LONGEST}x` }), { kind: 'lost', apiCode: 300 }],
    ['900 with an address', submitted(900, { RedirectionUrl: 'https://x/' }), { kind: 'lost', apiCode: 900 }],
    ['112', submitted(112), { kind: 'field_error', field: 'number', apiCode: 112 }],
    ['"113" as text', submitted('113'), { kind: 'field_error', field: 'name', apiCode: 113 }],
    ['114', submitted(114), { kind: 'field_error', field: 'expiry', apiCode: 114 }],
    ['115', submitted(115), { kind: 'field_error', field: 'cvn', apiCode: 115 }],
    ['110, which no shopper can mend', submitted(110), { kind: 'refused', apiCode: 110 }],
    ['106', submitted(106), { kind: 'refused', apiCode: 106 }],
    ['131', submitted(131), { kind: 'refused', apiCode: 131 }],
    ['132, which no table lists', submitted(132), { kind: 'lost', apiCode: 132 }],
    ['150, which no table lists', submitted(150), { kind: 'lost', apiCode: 150 }],
    ['206', submitted(206), { kind: 'lost', apiCode: 206 }],
    ['207', submitted(207), { kind: 'lost', apiCode: 207 }],
    ['900', submitted(900), { kind: 'lost', apiCode: 900 }],
    ['998', submitted(998), { kind: 'lost', apiCode: 998 }],
    ['a code that is no number', submitted('0; drop'), { kind: 'lost' }],
    ['a code that is null', submitted(null as never), { kind: 'lost' }],
    ['an empty code', submitted(''), { kind: 'lost' }],
    ['a code after a blank', submitted(' 0'), { kind: 'lost' }],
    ['a code of four digits', submitted('0000'), { kind: 'lost' }],
    ['a code in an array', submitted(['0'] as never), { kind: 'lost' }],
    ['no object', 'Approved', { kind: 'lost' }],
    ['no body', undefined, { kind: 'lost' }],
    ['null', null, { kind: 'lost' }],
  ])('reads %s', (_title, json, answer) => {
    expect(readSubmitAnswer(json)).toEqual(answer);
  });
});

describe('submitCard', () => {
  let server: ScriptedServer;
  const timers = createManualTimers();
  const exchange = () => ({ fetch, timers, signal: new AbortController().signal });
  const send = (changes = {}) => submitCard(`${server.url}/withauthkey/k`, CARD, { ...exchange(), ...changes });

  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());

  it('sends the wrapper and the members of the wire, two digits each for month and year', async () => {
    await send();
    expect(server.calls[0]?.body).toEqual({
      TxnReq: {
        CardDetails: {
          CardHolderName: 'Ada Lovelace',
          CardNumber: '4987654321098769',
          Cvn: '123',
          ExpiryDateMonth: '05',
          ExpiryDateYear: '39',
        },
      },
    });
    expect(server.calls[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
  });

  it('is lost when the connection breaks after the send', async () => {
    server.script.submit = 'drop';
    expect(await send()).toMatchObject({ kind: 'lost' });
    expect(server.calls).toHaveLength(1);
  });

  it('times out after the 60 seconds of the service, not earlier', async () => {
    server.script.submit = 'hang';
    const answer = send();
    await until(() => server.calls.length === 1);
    timers.advance(59_999);
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting');
    timers.advance(1);
    expect(await answer).toMatchObject({ kind: 'lost' });
    await until(() => server.aborted() === 1, 'the abort');
  });

  it('is lost when the answer is a redirect, which would send the card elsewhere', async () => {
    server.script.submit = { status: 307, headers: { Location: `${server.url}/elsewhere` }, json: {} };
    expect(await send()).toMatchObject({ kind: 'lost' });
    expect(server.callsTo('withauthkey')).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  it('is lost when the answer is longer than any that the service gives', async () => {
    server.script.submit = { text: JSON.stringify(submitted(0, { ResponseText: 'x'.repeat(70_000) })) };
    expect(await send()).toEqual({ kind: 'lost' });
  });

  it.each(['<html>', '', '{"APIResponse":'])('is lost when the answer is %j', async (text) => {
    server.script.submit = { text };
    expect(await send()).toEqual({ kind: 'lost' });
  });

  it('never returns a digit of the card', async () => {
    server.script.submit = 'drop';
    const answer = await send();
    const cause = 'cause' in answer ? answer.cause : undefined;
    const text = JSON.stringify(answer) + String(cause) + String((cause as Error | undefined)?.stack);
    expect(text).not.toContain('4987');
  });

  it('leaves no timer', async () => {
    await send();
    expect(timers.waiting()).toEqual([]);
  });
});
