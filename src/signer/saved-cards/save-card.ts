/**
 * Saves the card of a payment for the shopper who agreed to it (StoreCard). The service has made a
 * token of the card under the order's references; the call D2 assigns the token to the shopper.
 * This is an attempt to store a card like any other, with a claim of its own. The claim is made
 * before the payment is recorded, so that a crash in between does not lose it. This request follows
 * it; if that fails, the next reconciliation does.
 */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { createClaim, createClaimId, isFinished, NO_ORDER_TERMS, type Claim } from '../claims/claim.js';
import { savingOrderOf } from '../claims/token-entry.js';
import type { SignerContext } from '../signer-context.js';

/** How long the signer tries to assign the card to the shopper. Milliseconds. */
const RETRY_LIMIT = 7 * 86_400_000;

/**
 * Makes the claim that saves the card of an approved payment; undefined if no card is to be saved.
 * Once for each payment.
 */
export async function claimCard(context: SignerContext, claim: Claim, txn: TxnResp): Promise<Claim | undefined> {
  const { merchantCurrency, references, store } = context;
  const { owner, merchantNumber } = claim.terms;
  if (!owner?.crn1 || !txn.DVToken) return undefined;
  const order = savingOrderOf(claim.id);
  const id = createClaimId();
  await store.addClaim(
    createClaim({
      id,
      scope: claim.scope,
      order,
      attempt: 1,
      terms: {
        merchantNumber,
        action: 'store_token',
        amount: { minor: 0, currency: merchantCurrency },
        crn1: owner.crn1,
        crn2: owner.crn2 ?? '',
        ...NO_ORDER_TERMS,
        owner,
        dvToken: txn.DVToken,
      },
      reference: await references.write(claim.scope, order, id),
      leaseOwner: claim.id,
      lease: 0,
    }),
  );
  const { claims, at } = await store.readOrder(claim.scope, order);
  const [saving] = claims;
  if (saving && isFinished(saving)) return undefined;
  if (saving) await store.goLive(saving.id, claim.id, { authKey: claim.authKey ?? '', expiresAt: at + RETRY_LIMIT });
  const live = saving && (await store.readClaim(saving.id));
  // The payment is then not recorded, and the next request for its result starts again here.
  if (!live) throw new Error('the claim of a card to be saved is missing');
  return live;
}
