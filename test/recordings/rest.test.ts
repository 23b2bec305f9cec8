/**
 * Recorded REST traffic, which public projects keep for their tests, and their mocks: it is played against the sandbox and
 * must be answered member by member, except for numbers, times and keys; and the client must understand it.
 * docs/wire/rest.md, "Recordings".
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOutcome } from '../../src/core/outcome.js';
import type { TestCard } from '../../src/sandbox/bank/test-cards.js';
import { DEMO_MERCHANT, type MerchantSettings } from '../../src/sandbox/merchant.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { RestCaller, type Json } from '../sandbox/rest-caller.js';
import { inProcess, stoppedClock } from '../sandbox/service-under-test.js';
import RECORDINGS from './rest.json' with { type: 'json' };

type Recording = (typeof RECORDINGS)[number];

/**
 * Numbers and keys of every transaction. Times are equal, because the sandbox has the clock of the recording. A recording
 * can name more: whether a CVN is checked is up to the facility's bank.
 */
const VARYING = ['TxnNumber', 'ReceiptNumber', 'MerchantNumber'];

/** Members that the mocks, of 2014, do not have yet. */
const LATER = ['Agent', 'EmailAddress', 'FRAUD_NEURAL', 'FRAUD_RCF'];

/** Renames the members of a sister interface, which has the same ones by other names. */
function renamed(value: Json, names: Readonly<Record<string, string | undefined>>): Json {
  if (Array.isArray(value)) return value.map((each: Json) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(members.map(([name, each]) => [names[name] ?? name, renamed(each, names)]));
}

/** Replaces what varies by its form, so that a number of another length is still found. */
function comparable(value: Json, varying: readonly string[], known: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Record<string, Json>).filter(
    ([name]) => !LATER.includes(name) || name in Object(known),
  );
  return Object.fromEntries(
    members.map(([name, each]) => {
      if (varying.includes(name)) return [name, typeof each];
      return [name, comparable(each, varying, (Object(known) as Record<string, Json>)[name])];
    }),
  );
}

describe.each(RECORDINGS)('recorded: $name', (recording) => {
  const { names, request, answer, path, settings, card } = recording;
  const varying = [...VARYING, ...recording.varying];
  const expected = renamed(answer, names);

  it('is answered by the sandbox as it was', async () => {
    const clock = stoppedClock(Date.parse(recording.recorded));
    const service = await inProcess.open({ clock, settings: { extraTestCards: [card as TestCard] } });
    onTestFinished(() => service.close());
    await service.control.changeMerchant(DEMO_MERCHANT.number, { settings: settings as Partial<MerchantSettings> });
    const sent = renamed(request, names);
    const answered = await new RestCaller(service, 'v3').server('POST', path, sent);
    const wanted = comparable(expected, varying, expected);
    expect(comparable(answered, varying, expected)).toEqual(wanted);
  });

  it('is understood by the client', async () => {
    const client = createRestClient({
      baseUrl: 'https://service.example',
      merchantNumber: '5353109000000000',
      username: 'demo-api',
      password: 'x',
      version: 'v3',
      fetch: () => Promise.resolve(Response.json(expected)),
    });
    if (path === '/dvtokens') {
      expect(await client.addToken({} as never)).toMatchObject({ DVToken: '5999999789012346', Crn2: '' });
      return;
    }
    const txn = await client.processTransaction({} as never);
    const { TxnResp } = expected as { TxnResp: Recording['answer']['TxnResp'] };
    expect(txn).toMatchObject({
      TxnNumber: TxnResp?.TxnNumber,
      Amount: TxnResp?.Amount,
      ResponseCode: TxnResp?.ResponseCode,
    });
    const outcome = readOutcome(txn);
    if (TxnResp?.ResponseCode === '0') expect(outcome).toEqual({ status: 'approved' });
    else expect(outcome).toMatchObject({ status: 'error', finality: 'final', advice: 'contact_shop' });
  });
});
