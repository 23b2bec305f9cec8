/** Whether the set-up of the merchant takes the references of an order. */
import { assertCrn1Listed } from '../crn-lookup/assert-crn1-listed.js';
import type { StoreView } from '../store/store.js';
import { isFollowUp } from './original-rules.js';
import { assertReferencesAllowed } from './reference-rules.js';
import type { TransactionOrder } from './transaction-order.js';

/**
 * Refund, capture and reversal are not asked: the set-up may be newer than their original.
 *
 * @throws SandboxFault 106 to 108, 111
 */
export async function assertReferences(
  view: Pick<StoreView, 'lookUpCrn1'>,
  { merchant, terms }: Pick<TransactionOrder, 'merchant' | 'terms'>,
): Promise<void> {
  if (isFollowUp(terms.action)) return;
  assertReferencesAllowed(terms, merchant);
  await assertCrn1Listed(view, merchant, terms);
}
