/** The key of an order that a saved card pays: the token stands in the AuthKey (DVTokenData), never in the page. */
import type { AuthKeyAnswer } from '../core/pay-api.js';
import { issueKey, type KeyRequest } from './issue-key.js';
import { readCard, readShopper } from './saved-cards.js';
import type { SignerContext } from './signer-context.js';

/**
 * Which card pays is among the claim's terms: another card is another claim, and an order still has one current key.
 * @throws Refusal `card_refused`, `shopper_refused`, `service_unreachable`, `rate_limited`
 */
export async function issueCardKey(
  context: SignerContext,
  priced: KeyRequest,
  { request, handle }: { readonly request: Request; readonly handle: unknown },
): Promise<AuthKeyAnswer> {
  const holder = await readShopper(context, request);
  const { dvToken, card } = await readCard(context, holder, handle);
  const answer = await issueKey(context, { ...priced, terms: { ...priced.terms, dvToken } });
  return answer.status === 'granted' ? { ...answer, card } : answer;
}
