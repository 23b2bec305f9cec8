/** Every kind of attempt that has a key, with the same interface. */
import { expect } from 'vitest';
import type { AuthKeyGrant, CardsAnswer, PaymentResult, TokenKeyGrant, TokenResult } from '../../src/core/pay-api.js';
import type { Service, Submission } from './service-on-a-port.js';
import { orderOf } from './shop.js';
import { type ShopWithCards, storeAt, TEST_CARD } from './shopper.js';

type Grant = AuthKeyGrant | TokenKeyGrant;
type Result = PaymentResult | TokenResult;

const ACCOUNT = {
  AcceptBADirectDebitTC: true,
  BankAccountDetails: { AccountName: 'A BUYER', AccountNumber: '80417726', BSBNumber: '063917' },
};
let serial = 0;

export interface AttemptKind {
  readonly name: string;
  readonly path: 'authkey' | 'tokenkey';
  readonly resultPath: 'result' | 'tokenresult';
  /** Status of an attempt that went well. */
  readonly good: 'approved' | 'stored';
  /** What is sent to `path`. */
  prepare(shop: ShopWithCards, session: string): Promise<object>;
  /** What the browser does with the key. */
  send(service: Service, grant: Grant): Promise<Submission>;
  /** Number of notices of success to the shop. */
  told(shop: ShopWithCards): number;
}

function saves(name: string, body: object, typed: object): AttemptKind {
  return {
    name,
    path: 'tokenkey',
    resultPath: 'tokenresult',
    good: 'stored',
    async prepare(shop, session) {
      if (!('task' in body && body.task === 'update')) return body;
      const grant = (await shop.as<TokenKeyGrant>(session, 'tokenkey', { ...body, task: 'add' })).body;
      await storeAt(grant.submitUrl, typed);
      await shop.as(session, 'tokenresult', { claim: grant.claim });
      shop.stored.length = 0;
      const { cards } = (await shop.as<CardsAnswer>(session, 'cards', {})).body;
      return { ...body, card: cards[0]?.handle };
    },
    send: (_service, { submitUrl }) => storeAt(submitUrl, typed),
    told: ({ stored }) => stored.length,
  };
}

export const ATTEMPT_KINDS: readonly AttemptKind[] = [
  {
    name: 'paying an order',
    path: 'authkey',
    resultPath: 'result',
    good: 'approved',
    async prepare({ orders }) {
      serial += 1;
      const order = `kind-${serial}`;
      orders.set(order, orderOf(order));
      return { order };
    },
    send: (service, { submitUrl }) => service.submit(submitUrl),
    told: ({ paid }) => paid.length,
  },
  saves('saving a card', { task: 'add' }, { CardDetails: TEST_CARD }),
  saves('changing a card', { task: 'update' }, { CardDetails: TEST_CARD }),
  saves('saving a bank account', { task: 'add', kind: 'bank_account' }, ACCOUNT),
  saves('changing a bank account', { task: 'update', kind: 'bank_account' }, ACCOUNT),
];

/** Asks for a key; fails the test when none is granted. */
export async function grantOf({ path, prepare }: AttemptKind, shop: ShopWithCards, session: string): Promise<Grant> {
  const { status, body } = await shop.as<Grant>(session, path, await prepare(shop, session));
  expect([status, body.status]).toEqual([200, 'granted']);
  return body;
}

/** Asks for the result of an attempt. */
export async function resultOf(
  { resultPath }: AttemptKind,
  shop: ShopWithCards,
  claim: string,
  resultKey?: string | null,
): Promise<Result> {
  return (await shop.as<Result>('', resultPath, { claim, ...(resultKey && { resultKey }) })).body;
}
