/** P38: nobody sees or changes an object of another merchant, by any operation and any of its ids. */
import { describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { BROWSER_CARD, CARD, PAYMENT, TERMS, credentials, type Json } from '../sandbox/rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../sandbox/service-under-test.js';
import { FormCaller, typeIntoFrame } from '../sandbox/form-caller.js';
import { createChance, report, trials, type Chance } from './trials.js';

const STRANGER = '5353109000000099';
/** A text in each object of the owner and in no request of the other merchant. */
const MARK = 'MARK OF THE OWNER';
const MARKED_CARD = { ...CARD, CardHolderName: MARK };

/** The owner's ids of one kind each. */
interface Ids {
  readonly txns: readonly string[];
  readonly tokens: readonly string[];
  readonly resultKeys: readonly string[];
  readonly tokenResultKeys: readonly string[];
  /** With a card that waits in the service's frame. */
  readonly keys: readonly string[];
  readonly tokenKeys: readonly string[];
}

async function fill(owner: FormCaller, service: ServiceUnderTest): Promise<Ids> {
  const txns: string[] = [];
  const tokens: string[] = [];
  const resultKeys: string[] = [];
  const tokenResultKeys: string[] = [];
  const keys: string[] = [];
  const tokenKeys: string[] = [];
  const typed = { CardNumber: CARD.CardNumber, ExpiryDate: '05/30', CVN: '123', CardHolderName: MARK };
  const marks = { Crn1: MARK, Crn2: MARK, MerchantReference: MARK };
  for (let round = 0; round < 3; round += 1) {
    const payment = await owner.made({ ...marks, CardDetails: MARKED_CARD });
    const preauth = await owner.made({ ...marks, Action: 'preauth', CardDetails: MARKED_CARD });
    txns.push(payment.TxnNumber as string, preauth.TxnNumber as string);
    tokens.push((await owner.added({ Crn1: MARK, CardDetails: MARKED_CARD })).DVToken as string);
    const browserCard = { ...BROWSER_CARD, CardHolderName: MARK };
    resultKeys.push((await owner.submit(await owner.key(marks), browserCard)).ResultKey as string);
    const key = await owner.addKey({ Crn1: MARK });
    tokenResultKeys.push((await owner.submitToken(key, { CardDetails: browserCard })).ResultKey as string);
    const [payable, storable] = [await owner.key(marks), await owner.addKey({ Crn1: MARK })];
    await typeIntoFrame(service, `/webapi/v3/txns/iframe/${payable}`, typed);
    await typeIntoFrame(service, `/webapi/v3/dvtokens/iframe/${storable}`, typed);
    keys.push(payable);
    tokenKeys.push(storable);
  }
  return { txns, tokens, resultKeys, tokenResultKeys, keys, tokenKeys };
}

/** Every operation with a place for an id, and the other merchant's answer. */
function createAttacks(stranger: FormCaller, ids: Ids) {
  const everyId = Object.values(ids).flat() as readonly string[];
  const follow = (Action: string) => (id: string) =>
    stranger.server('POST', '/txns', {
      TxnReq: { ...PAYMENT, Action, CardDetails: null, OriginalTxnNumber: id },
    });
  const attacks: Readonly<Record<string, (id: string) => Promise<Json>>> = {
    'T1 refund': follow('refund'),
    'T1 capture': follow('capture'),
    'T1 reversal': follow('reversal'),
    'T1 by token': (id) => stranger.process({ CardDetails: { CardNumber: id } }),
    T2: (id) => stranger.get(id),
    'T3 by number': (id) => stranger.search({ TxnNumber: id }),
    'T3 by mark': () => stranger.search({ Crn1: MARK }),
    'T3 by all': () => stranger.search(),
    T8: (id) => stranger.result(id),
    'T10 and T8': async (id) => {
      const processed = await stranger.processFrame(id);
      return processed.ResultKey ? stranger.result(processed.ResultKey as string) : processed;
    },
    'T4 and T5 by token': async (id) => {
      const asked = await stranger.server('POST', '/txns/processtxnauthkey', {
        ProcessTxnData: { ...TERMS, DVTokenData: { DVToken: id } },
      });
      if (!asked.AuthKey) return asked;
      const submitted = await stranger.submit(asked.AuthKey as string, null);
      return submitted.ResultKey ? stranger.result(submitted.ResultKey as string) : submitted;
    },
    D2: (id) => stranger.update(id, { Crn1: 'stolen' }),
    D3: (id) => stranger.tokenise(id),
    D4: (id) => stranger.token(id),
    'D5 by token': (id) => stranger.searchTokens({ DVToken: id }),
    'D5 by mark': () => stranger.searchTokens({ Crn1: MARK }),
    'D5 by all': () => stranger.searchTokens(),
    D6: (id) => stranger.remove(id),
    'D8 and D10': async (id) => {
      const asked = await stranger.askUpdateKey({ DVToken: id });
      return asked.AuthKey ? stranger.submitUpdate(asked.AuthKey as string, { Crn1: 'stolen' }) : asked;
    },
    'D11 and D12': async (id) => {
      const processed = await stranger.processTokenFrame('add', id);
      return processed.ResultKey ? stranger.tokenResult(processed.ResultKey as string) : processed;
    },
    D12: (id) => stranger.tokenResult(id),
  };
  return { attacks, everyId };
}

async function snapshot(owner: FormCaller): Promise<string> {
  return JSON.stringify([(await owner.search()).TxnRespList, (await owner.searchTokens()).DVTokenRespList]);
}

async function run(version: 'v2' | 'v3', service: ServiceUnderTest, chance: Chance, calls: number): Promise<number> {
  const owner = new FormCaller(service, version);
  const stranger = new FormCaller(service, version, credentials('demo-api', STRANGER));
  const ids = await fill(owner, service);
  const before = await snapshot(owner);
  const { attacks, everyId } = createAttacks(stranger, ids);
  const every = Object.entries(attacks).flatMap(([name, attack]) => everyId.map((id) => ({ name, attack, id })));
  for (let call = 0; call < calls; call += 1) {
    const { name, attack, id } = call < every.length ? every[call]! : chance.pick(every);
    const answer = JSON.stringify(await attack(id));
    expect(answer, `${name} ${id}`).not.toContain(MARK);
  }
  expect(await snapshot(owner)).toBe(before);
  for (const key of ids.keys) expect((await owner.processFrame(key)).APIResponse.ResponseCode).toBe(0);
  for (const key of ids.tokenKeys) expect((await owner.processTokenFrame('add', key)).APIResponse.ResponseCode).toBe(0);
  // The same calls with the owner's login do see: the test has eyes.
  expect(JSON.stringify(await owner.get(ids.txns[0]!))).toContain(MARK);
  expect(JSON.stringify(await owner.token(ids.tokens[0]!))).toContain(MARK);
  return every.length;
}

describe('P38: no object of another merchant', () => {
  it('by every operation, with every id, under a foreign login', async () => {
    const chance = createChance();
    const seed = [DEMO_MERCHANT, { ...DEMO_MERCHANT, number: STRANGER, shortName: 'STRANGER' }];
    const service = await inProcess.open({ seed });
    const calls = trials(450);
    const pairs = (await run('v3', service, chance, calls)) + (await run('v2', service, chance, calls));
    await service.close();
    report('P38', chance, { calls: 2 * calls, pairs });
    expect(2 * calls).toBeGreaterThanOrEqual(pairs);
  }, 120_000);
});
