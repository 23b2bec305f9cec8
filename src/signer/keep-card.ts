/**
 * The card of a payment, kept for the shopper who agreed to it (StoreCard). The service has made a token of it under the
 * order's references; here it becomes the shopper's, by D2. That is an attempt to store a card like any other, with a claim
 * of its own: made before the payment is recorded, so that no end of the process in between loses it, and followed by
 * whoever looks first, this request or the next reconciliation.
 */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { createClaim, createClaimId, isFinished, type Claim } from './claim.js';
import type { SignerContext } from './signer-context.js';

/** How long the service is asked to make the card the shopper's: a shopper will look for it. Milliseconds. */
const KEEP_TRYING = 7 * 86_400_000;

/** The attempt to keep the card of an approved payment; undefined when there is none to keep. Once for each payment. */
export async function claimCard(context: SignerContext, claim: Claim, txn: TxnResp): Promise<Claim | undefined> {
  const { clock, merchantCurrency, store } = context;
  const { owner, merchantNumber } = claim.terms;
  if (!owner?.crn1 || !txn.DVToken) return undefined;
  const order = `tokens/${claim.id}`;
  const at = clock.now();
  await store.addClaim(
    createClaim({
      id: createClaimId(),
      order,
      attempt: 1,
      terms: {
        merchantNumber,
        action: 'store_token',
        amount: { minor: 0, currency: merchantCurrency },
        crn1: owner.crn1,
        crn2: owner.crn2 ?? '',
        crn3: '',
        billerCode: '',
        testMode: false,
        version: '',
        owner,
        dvToken: txn.DVToken,
      },
      at,
      leaseOwner: claim.id,
      leaseUntil: at,
    }),
  );
  const [kept] = (await store.readOrder(order)).claims;
  if (kept && isFinished(kept)) return undefined;
  if (kept) await store.goLive(kept.id, claim.id, { authKey: claim.authKey ?? '', expiresAt: at + KEEP_TRYING });
  const live = kept && (await store.readClaim(kept.id));
  // The payment is not recorded then, and its next question begins again here.
  if (!live) throw new Error('the claim of a card to be kept is gone');
  return live;
}
