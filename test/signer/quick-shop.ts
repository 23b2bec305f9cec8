import { FlorinError } from '../../src/core/errors.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import type { TxnResp } from '../../src/wire/rest/txn-resp.js';
import { createQuickService } from '../promises/quick-service.js';
import { createShop } from './shop.js';

/** A shop whose service can fail, and whose transactions can be changed. */
export function openQuickShop(options: Partial<SignerOptions> = {}) {
  const service = createQuickService();
  const { client } = service.connection;
  const run = {
    isDown: false,
    makesNoKey: false,
    hangs: false,
    /** What happens while a search is on its way. */
    beforeSearch: () => Promise.resolve(),
    alter: (txn: TxnResp): TxnResp => txn,
    alsoFound: [] as TxnResp[],
  };
  const answering = async <Answer>(answer: () => Promise<Answer>) => {
    if (run.hangs) await new Promise(() => undefined);
    if (run.isDown) throw new FlorinError('service_timeout', 'no answer');
    return answer();
  };
  const altered: typeof client = {
    ...client,
    createAuthKey: async (...call) => {
      if (run.makesNoKey) throw new FlorinError('service_timeout', 'no answer');
      return client.createAuthKey(...call);
    },
    getResult: (key) => answering(async () => run.alter(await client.getResult(key))),
    getTransaction: (number) =>
      answering(async () => {
        const added = run.alsoFound.find(({ TxnNumber }) => TxnNumber === number);
        return run.alter(added ?? (await client.getTransaction(number)));
      }),
    searchTransactions: (search, options) =>
      answering(async () => {
        await run.beforeSearch();
        const found = await client.searchTransactions(search, options).catch(() => [] as TxnResp[]);
        return [...found, ...run.alsoFound].map(run.alter);
      }),
  };
  const shop = createShop({ ...service.connection, client: altered }, options);
  service.clock = options.clock ?? { now: () => shop.now };
  return { service, shop, run };
}
