import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { FaultyService } from './faulty-service.js';
import type { Shop } from './shop.js';

/**
 * Pays order 1042 at the service, and returns the grant and the result key. The signer does not know the payment
 * yet.
 */
export async function payOrder(
  shop: Shop,
  service: FaultyService,
  holder?: string,
): Promise<AuthKeyGrant & { resultKey: string }> {
  const grant = await shop.grant('1042');
  const { resultKey } = await service.pay(grant.authKey, holder ? { holder } : {});
  return { ...grant, resultKey: resultKey ?? '' };
}

/** Pays while the next search (T3) has its answer, "nothing found", but has not returned it yet. */
export function payDuringSearch(
  service: FaultyService,
  { authKey, then }: { readonly authKey: string; readonly then: () => void },
): void {
  service.beforeFound = async () => {
    service.beforeFound = () => Promise.resolve();
    await service.pay(authKey);
    then();
  };
}
