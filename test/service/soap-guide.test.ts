import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import type { SoapClient } from '../../src/service/index.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import { CREDENTIALS, CARD, payment } from './soap-calls.js';
import { charge, makeClient, payOnce } from './soap-guide-examples.js';

const guide = readFileSync(new URL('../../docs/guides/soap.md', import.meta.url), 'utf8');
const trimmed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

describe('the guide to SOAP', () => {
  const examples = trimmed(readFileSync(new URL('soap-guide-examples.ts', import.meta.url), 'utf8'));
  const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => trimmed(block));

  it('has examples', () => expect(blocks).toHaveLength(3));

  it.each(blocks)('has only examples that are type-checked: %s', (block) => {
    expect(examples).toContain(block);
  });
});

it('has a test for each operation', () => {
  const tests = readFileSync(new URL('soap-client-sandbox.test.ts', import.meta.url), 'utf8');
  const titles = [...tests.matchAll(/^  it\('([^']+)'/gm)].map(([, title = '']) => title).join(' ');
  expect(OPERATION_NAMES.filter((operation) => !new RegExp(`\\b${operation}\\b`).test(titles))).toEqual([]);
});

describe('an example of the guide to SOAP', () => {
  let sandbox: RunningSandbox;
  let client: SoapClient;
  beforeAll(async () => {
    sandbox = await startSandbox();
    client = makeClient(`${sandbox.url}/evolve/service_1_4_4.asmx`, CREDENTIALS.password);
  }, 60_000);
  afterAll(() => sandbox.close());

  it('charges a token', async () => {
    const { Token } = await client.addToken({ tokenRequest: { CardNumber: CARD, ExpiryDate: '9900' } });
    expect(await charge(client, Token ?? '', 'guide 1')).toMatchObject({ ResponseCode: '0' });
  });

  it('finds a payment whose answer was lost, and makes no second one', async () => {
    const lossy: SoapClient = {
      ...client,
      processPayment: async (...args) => {
        sandbox.control.setAvailability('answer_lost');
        return client.processPayment(...args).finally(() => sandbox.control.setAvailability('normal'));
      },
    };
    const found = await payOnce(lossy, payment('guide 2'), 'guide 2');
    expect(found).toMatchObject({ ResponseCode: '0', Amount: 19_900 });
    expect(await client.searchTransactions({ search: { MerchantReference: 'guide 2' } })).toHaveLength(1);
  });
});
