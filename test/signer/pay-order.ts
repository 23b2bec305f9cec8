import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { FaultyService } from './faulty-service.js';
import type { Shop } from './shop.js';

/** Has order 1042 paid at the service, which the signer does not know yet: the grant and the payment's result key. */
export async function payOrder(
  shop: Shop,
  service: FaultyService,
  holder?: string,
): Promise<AuthKeyGrant & { resultKey: string }> {
  const grant = await shop.grant('1042');
  const { resultKey } = await service.pay(grant.authKey, holder ? { holder } : {});
  return { ...grant, resultKey: resultKey ?? '' };
}
