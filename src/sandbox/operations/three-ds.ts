/**
 * Simulated 3-D Secure for browser payments. All of it is a sandbox choice:
 *
 * - Server calls have no shopper and skip it.
 * - The merchant's setting decides: by the holder's name (bank/scenarios.ts), always, or never.
 * - BypassThreeDS (version 3) skips it for one payment, whatever the setting.
 * - Numbers that are not test cards skip it, as the bank does not know them. Bank accounts skip it too.
 * - During the challenge, the transaction has the code P: neither paid nor failed. After `challengeMinutes` without an
 *   answer it becomes PT_V11 finally: an open page cannot approve it later.
 * - The key is used at the start, so that two tabs never make two transactions.
 */
import { THREE_DS_PATHS, findNameScenario, type ThreeDSPath, type ThreeDSPathName } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import type { Random } from '../random.js';
import { isActionAllowed } from './merchant-rules.js';
import type { Authentication, TransactionOrder } from './transaction-order.js';

/** How a payment passes 3-D Secure: not at all, by a challenge, or by an outcome without one. */
export type ThreeDSWay = 'none' | 'challenge' | ThreeDSPathName;

/** Length of the two identifiers in bytes, as in the card schemes. */
const TOKEN_BYTES = 20;

/** The holder's name for the scenarios: as typed, or as stored with the token. */
async function holderOf(order: TransactionOrder, { store }: Context): Promise<string | null> {
  const { merchant, card, scenarioName = null } = order;
  if (scenarioName !== null || !card) return scenarioName;
  const { checked } = card;
  if (checked.holderName !== null || !checked.isToken) return checked.holderName;
  const token = await store.read((view) => view.findToken(merchant.id, checked.digits));
  return token?.card?.holderName ?? null;
}

/** Chooses how a browser's payment passes 3-D Secure. */
export async function chooseThreeDSWay(order: TransactionOrder, context: Context): Promise<ThreeDSWay> {
  const { merchant, terms, card } = order;
  const { threeDS: rule } = merchant.settings;
  if (rule === 'never' || terms.bypassThreeDS || !card || !isActionAllowed(terms.action, merchant)) return 'none';
  if (!card.testCard && !card.checked.isToken) return 'none';
  const scenario = findNameScenario(await holderOf(order, context));
  // A payment that the screening refuses needs no challenge.
  if (scenario?.screening === 'reject') return 'none';
  return scenario?.threeDS ?? (rule === 'always' ? 'challenge' : 'none');
}

/** The result of an outcome of 3-D Secure. */
export function authenticate(name: ThreeDSPathName, random: Random): Authentication {
  const path: ThreeDSPath = THREE_DS_PATHS[name];
  const identifier = (): string => btoa(random.digits(TOKEN_BYTES));
  // A cryptogram proves an authentication or an attempt.
  const isProven = path.response.Status === 'Y' || path.response.Status === 'A';
  return {
    response: { ...path.response, VerifyToken: isProven ? identifier() : '', XID: identifier() },
    refusal: path.refusal,
  };
}
