/**
 * Payments of this signer whose claim is lost, for example because the store was restored from a backup. Nobody knows what
 * was agreed, so such a payment is never told as paid: its order is held, and the next reconciliation calls `onMismatch`.
 * docs/invariants.md, invariant 21.
 */
import { outcomeOf } from '../../service/outcome-of.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { createClaim, createClaimId, NO_ORDER_TERMS, ORDER_ACTIONS, type Claim, type Terms } from '../claims/claim.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import { isLate } from './late-answer.js';
import { plainReference } from './same-reference.js';

/**
 * - `foreign`: this signer did not make the reference.
 * - `known`: it has a claim.
 * - `undecided`: its claim is lost, and the service does not know the outcome yet, or another process writes to its order.
 * - `nothing`: its claim is lost, and no money has moved.
 * - `lost`: it is recorded, and its order held.
 */
export type Belonging = 'foreign' | 'known' | 'undecided' | 'nothing' | 'lost';

/** The claim of a row's reference, in either mode: the service's search finds both. */
export async function readClaimOf({ scopes, store }: SignerContext, row: TxnResp): Promise<Claim | undefined> {
  const reference = plainReference(row.MerchantReference);
  if (reference === '') return undefined;
  return (
    (await store.readClaimByReference(scopes.live, reference)) ?? store.readClaimByReference(scopes.test, reference)
  );
}

/**
 * Says to whom a payment in an answer of the service belongs, and records it if its claim is lost.
 * @param order that it may be for; else its order is known if a Crn has the order's name in it
 * @throws Refusal `service_unreachable`
 */
export async function findBelonging(context: SignerContext, row: TxnResp, order?: string): Promise<Belonging> {
  if (await readClaimOf(context, row)) return 'known';
  const scope = await context.references.scopeOf(row.MerchantReference);
  if (scope === undefined) return 'foreign';
  const outcome = outcomeOf(row);
  const isUnknown = outcome.status === 'error' && outcome.finality === 'unknown';
  if (isUnknown || isLate(row, context.clock.now())) return 'undecided';
  if (outcome.status !== 'approved') return 'nothing';
  return (await recordLost(context, row, { scope, order })) ? 'lost' : 'undecided';
}

/** False if another process writes to the order: then the next search does it. */
async function recordLost(
  context: SignerContext,
  row: TxnResp,
  { scope, order }: { readonly scope: string; readonly order: string | undefined },
): Promise<boolean> {
  const { log, service, store } = context;
  const { TxnNumber: txnNumber } = row;
  if (!txnNumber) return false;
  const txn = await askService(log, 'get_transaction', () => service.getTransaction(txnNumber));
  const reference = plainReference(row.MerchantReference);
  const named = await findOrder(context, row, { scope, order });
  const { claims } = await store.readOrder(scope, named ?? reference);
  const claim = {
    ...createClaim({
      id: createClaimId(),
      scope,
      // An order that nobody can name is that of this payment only.
      order: named ?? reference,
      attempt: (claims.at(-1)?.attempt ?? 0) + 1,
      reference,
      terms: termsOf(context, txn, scope),
      leaseOwner: null,
      lease: 0,
    }),
    state: 'review' as const,
  };
  log({ level: 'error', event: 'claim_lost', order: claim.order, isOrderKnown: named !== undefined, txnNumber });
  if (!(await store.addClaim(claim))) return false;
  await recordAsLost(context, claim, txn, txnNumber);
  return true;
}

/** Records a payment of a claim that does not say what was agreed. */
export async function recordAsLost(
  { store }: SignerContext,
  claim: Pick<Claim, 'id'>,
  txn: TxnResp,
  txnNumber: string,
): Promise<void> {
  await store.record({ txnNumber, claimId: claim.id, verdict: 'lost', differences: [], txn });
}

/** The MAC in the reference tells which part of a Crn is the order's name. */
async function findOrder(
  { references }: SignerContext,
  { Crn1, Crn2, Crn3, MerchantReference }: TxnResp,
  { scope, order }: { readonly scope: string; readonly order: string | undefined },
): Promise<string | undefined> {
  for (const name of new Set([order ?? '', ...[Crn1, Crn2, Crn3].flatMap((crn) => partsOf(crn?.trim() ?? ''))])) {
    if (name !== '' && (await references.isFor(MerchantReference, scope, name))) return name;
  }
  return undefined;
}

/** All parts of a text, the longest first. */
function partsOf(text: string): readonly string[] {
  const lengths = Array.from(text, (_, index) => text.length - index);
  return lengths.flatMap((length) =>
    Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length)),
  );
}

/** What the service says about a payment, in place of what was agreed. */
function termsOf({ merchantCurrency, merchantNumber, scopes }: SignerContext, txn: TxnResp, scope: string): Terms {
  const { Action, Amount = 0, BillerCode = '', Crn1 = '', Crn2 = '', Crn3 = '', Currency } = txn;
  return {
    ...NO_ORDER_TERMS,
    merchantNumber,
    action: ORDER_ACTIONS.find((action) => action === Action?.toLowerCase()) ?? 'payment',
    amount: { minor: Number(Amount), currency: Currency || merchantCurrency },
    crn1: Crn1,
    crn2: Crn2,
    crn3: Crn3,
    billerCode: BillerCode,
    testMode: scope === scopes.test,
  };
}
