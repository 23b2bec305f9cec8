/** A shopper of the chaos run: does what the page does, and what people do with pages. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AuthKeyAnswer, AuthKeyGrant, PaymentResult } from '../../src/core/pay-api.js';
import type { Chance } from '../promises/trials.js';
import { BROWSER_CARD } from '../sandbox/rest-caller.js';
import type { Step } from './check.js';
import type { ChaosShop } from './shop.js';

/** What a shopper meets. */
export interface Street {
  readonly chance: Chance;
  readonly shop: ChaosShop;
  readonly steps: Step[];
  /** The URL of a signer, as a balancer chooses it. */
  signerUrl(): string;
  isOpen(): boolean;
}

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 4_000;
/** How often a shopper asks for a key, and for the result of an attempt. */
const TURNS = 12;
const QUESTIONS = 10;
const HOLDERS = ['NO FUNDS', 'WEBHOOK TWICE', 'WEBHOOK FIRST', 'WEBHOOK NEVER'];

/** Why a page stops: it has a final answer, or the shopper leaves. Otherwise it goes on. */
type End = 'over' | 'left' | undefined;

/** Buys one order, alone or with a second tab. */
export async function buy(street: Street): Promise<void> {
  const order = street.shop.add();
  const tabs = street.chance.next() < 0.15 ? 2 : 1;
  await Promise.all(Array.from({ length: tabs }, () => visit(street, order, TURNS)));
}

/** One page of an order, which returns after a look. */
export async function visit(street: Street, order: string, turns: number): Promise<void> {
  const { chance, shop } = street;
  const client = clientOf(chance);
  for (let turn = 0; turn < turns && street.isOpen(); turn += 1) {
    if (turn > 0) await pause(chance.whole(50, 600));
    if (chance.next() < 0.08) shop.reprice(order);
    const answer = await ask<AuthKeyAnswer>(street, client, 'authkey', { order: shop.tokenOf(order) });
    if (!answer || answer.status === 'priced') continue;
    const end = answer.status === 'granted' ? await pay(street, client, answer) : show(street, answer);
    if (end) return;
  }
}

/** Asks once, after everything is over, what the order is. */
export async function lookAtTheEnd(street: Street, order: string): Promise<void> {
  const { chance, shop } = street;
  const answer = await ask<AuthKeyAnswer>(street, clientOf(chance), 'authkey', { order: shop.tokenOf(order) });
  if (answer?.status === 'granted') note(street, { order, what: 'granted at the end', authKey: answer.authKey });
  else if (answer && answer.status !== 'priced') show(street, answer);
}

/** An address of each shopper, for the signer's limits. */
function clientOf(chance: Chance): string {
  return `10.${chance.whole(0, 255)}.${chance.whole(0, 255)}.${chance.whole(1, 254)}`;
}

async function pay(street: Street, client: string, grant: AuthKeyGrant): Promise<End> {
  const { chance, shop } = street;
  const { order } = grant;
  if (chance.next() < 0.08) return 'left';
  const card = chance.next() < 0.2 ? { ...BROWSER_CARD, CardHolderName: chance.pick(HOLDERS) } : BROWSER_CARD;
  const submissions = [submit(street, grant, card)];
  // A second press of the button.
  if (chance.next() < 0.15) submissions.push(submit(street, grant, card));
  // The cart changes in another tab, which pays its own key at the same time.
  if (chance.next() < 0.1 && shop.reprice(order)) {
    const other = await ask<AuthKeyAnswer>(street, client, 'authkey', { order: shop.tokenOf(order) });
    if (other?.status === 'granted') submissions.push(submit(street, other, card));
  }
  const [resultKey] = await Promise.all(submissions);
  if (chance.next() < 0.15) return 'left';
  for (let question = 0; question < QUESTIONS && street.isOpen(); question += 1) {
    if (question > 0) await pause(chance.whole(100, 800));
    const request = { claim: grant.claim, ...(resultKey && chance.next() < 0.8 && { resultKey }) };
    const answer = await ask<PaymentResult>(street, client, 'result', request);
    if (answer && answer.status !== 'pending') return show(street, answer, grant.authKey);
  }
  return undefined;
}

/** Sends the card to the service. Resolves with the result key, or undefined if the answer was lost. */
async function submit(street: Street, grant: AuthKeyGrant, CardDetails: object): Promise<string | undefined> {
  note(street, { order: grant.order, what: 'submitted', authKey: grant.authKey });
  const answer = await post<{ ResultKey: string | null }>(grant.submitUrl, { TxnReq: { CardDetails } });
  return answer?.ResultKey ?? undefined;
}

/** Records a final answer. */
function show(street: Street, answer: PaymentResult, authKey?: string): End {
  const { order, status } = answer;
  switch (status) {
    case 'pending':
    case 'open':
      return undefined;
    case 'expired':
    case 'review':
      note(street, { order, what: status, authKey });
      return status === 'review' ? 'over' : undefined;
    default: {
      const { txnNumber, amount } = answer.receipt;
      note(street, { order, what: status, authKey, txnNumber, amount: amount.minor });
      return status === 'approved' ? 'over' : undefined;
    }
  }
}

function note({ steps }: Street, step: Omit<Step, 'at'>): void {
  steps.push({ ...step, at: new Date().toISOString() });
}

/** Asks a signer. Undefined if it did not answer, or refused for now. */
function ask<T>(street: Street, client: string, path: string, body: object): Promise<T | undefined> {
  return post<T>(`${street.signerUrl()}/pay/${path}`, body, { 'x-client': client });
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = (await response.json()) as T;
    return response.status === 200 ? answer : undefined;
  } catch {
    return undefined;
  }
}
