import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import type { RestClient } from '../../src/service/index.js';
import { REST_CALLS } from '../../src/service/rest-calls.js';
import { charge, giveBack, makeClient, refundOnce, sum, take } from './guide-examples.js';

const guide = readFileSync(new URL('../../docs/guides/rest-client.md', import.meta.url), 'utf8');
const trimmed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

describe('the guide', () => {
  const source = readFileSync(new URL('guide-examples.ts', import.meta.url), 'utf8');
  const examples = trimmed(source.replace("'../../src/service/index.js'", "'florin-server/service'"));
  const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => trimmed(block));

  it.each(blocks)('has only examples that are type-checked: %s', (block) => {
    expect(examples).toContain(block);
  });

  it('names each call', () => {
    for (const call of Object.keys(REST_CALLS.v3)) expect(guide).toContain(`\`${call}\``);
  });
});

describe('an example', () => {
  let sandbox: RunningSandbox;
  let client: RestClient;
  beforeAll(async () => {
    sandbox = await startSandbox();
    client = makeClient({ baseUrl: sandbox.url, password: 'Demo-Password-1' });
  });
  afterAll(() => sandbox.close());

  const CardDetails = { CardNumber: '4987654321098769', ExpiryDate: '0539' };
  const terms = { Crn1: 'guide', Amount: 20_000, Currency: 'AUD', CardDetails, TestMode: true };

  it('refunds once', async () => {
    const txn = await client.processTransaction({ Action: 'payment', ...terms });
    expect(await giveBack(client, txn)).toMatchObject({ ResponseCode: '0', Amount: 5_000 });
  });

  it('finds a refund whose answer was lost, and makes no second one', async () => {
    const txn = await client.processTransaction({ Action: 'payment', ...terms });
    const lossy: RestClient = {
      ...client,
      processTransaction: async (...args) => {
        sandbox.control.setAvailability('answer_lost');
        return client.processTransaction(...args).finally(() => sandbox.control.setAvailability('normal'));
      },
    };
    const reference = 'lost 1';
    const followUp = {
      originalTxnNumber: txn.TxnNumber ?? '',
      amount: { minor: 500, currency: 'AUD' },
      reference,
      testMode: true,
    };
    const made = await refundOnce(lossy, followUp);
    expect(made).toMatchObject({ ResponseCode: '0', Action: 'refund', Amount: 500 });
    expect(await client.searchTransactions({ MerchantReference: reference })).toHaveLength(1);
  });

  it('captures a preauth', async () => {
    const preauth = await client.processTransaction({ Action: 'preauth', ...terms });
    expect(await take(client, preauth)).toMatchObject({ ResponseCode: '0', Amount: 15_000 });
  });

  it('charges an unknown token, and counts a month without payments', async () => {
    expect(await charge(client, '5999990000000004')).toMatchObject({ ResponseCode: 'PT_T2' });
    expect(await sum(client)).toBe(0);
  });
});
