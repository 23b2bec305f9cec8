/**
 * 3-D Secure, pretended: which way a browser's payment goes through it. Sandbox choices, all of them:
 *
 * - It is for browsers. A server call has no shopper who could be asked, and none of this happens to it.
 * - A merchant's setting says whether it is by the holder's name (bank/scenarios.ts), always, or never.
 * - BypassThreeDS (version 3) skips it, for the one payment, whatever the setting.
 * - A number that is no test card is not asked about: the bank does not know it either. Nor is a bank account.
 * - While its shopper is asked, the transaction is there with the code P: neither paid nor failed. After
 *   `challengeMinutes` without an answer it is PT_V11, for good: nothing can be approved by a page left open.
 * - The key is used from the first, so that two tabs never make two transactions.
 */
import { THREE_DS_PATHS, findNameScenario, type ThreeDSPath, type ThreeDSPathName } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import type { Random } from '../random.js';
import type { TransactionOrder } from './make-transaction.js';
import type { Authentication } from './transaction-extras.js';

/** Which way a payment goes: without 3-D Secure, to its shopper, or one that needs nobody. */
export type ThreeDSWay = 'none' | 'challenge' | ThreeDSPathName;

/** Bytes of the two identifiers, as the card schemes have them. */
const TOKEN_BYTES = 20;

/** The holder's name that scenarios go by: as typed, or as stored with the token. */
async function holderOf({ merchant, card }: TransactionOrder, { store }: Context): Promise<string | null> {
  if (!card) return null;
  const { checked } = card;
  if (checked.holderName !== null || !checked.isToken) return checked.holderName;
  const token = await store.read((view) => view.findToken(merchant.id, checked.digits));
  return token?.card?.holderName ?? null;
}

/** Finds the way of a browser's payment. */
export async function chooseThreeDSWay(order: TransactionOrder, context: Context): Promise<ThreeDSWay> {
  const { merchant, terms, card } = order;
  const { threeDS: rule } = merchant.settings;
  if (rule === 'never' || terms.bypassThreeDS || !card) return 'none';
  if (!card.testCard && !card.checked.isToken) return 'none';
  const scenario = findNameScenario(await holderOf(order, context));
  // What the screening refuses, no shopper is asked about.
  if (scenario?.screening === 'reject') return 'none';
  return scenario?.threeDS ?? (rule === 'always' ? 'challenge' : 'none');
}

/** What 3-D Secure answers on a way through it. */
export function authenticate(name: ThreeDSPathName, random: Random): Authentication {
  const path: ThreeDSPath = THREE_DS_PATHS[name];
  const identifier = (): string => btoa(random.digits(TOKEN_BYTES));
  // A cryptogram is the proof of an authentication, or of the attempt.
  const isProven = path.says.Status === 'Y' || path.says.Status === 'A';
  return {
    response: { ...path.says, VerifyToken: isProven ? identifier() : '', XID: identifier() },
    refusal: path.refusal,
  };
}
