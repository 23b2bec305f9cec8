/** D5: searches tokens. docs/wire/rest.md sections 3 and 8. */
import { writeSettlementDate } from '../../wire/rest/local-time.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { TokenFilter } from '../store/token-query.js';
import type { Token } from '../token.js';
import { readDvToken } from './dv-token.js';
import { readRange } from './search-transactions.js';

/** A server's search. Absent and empty members do not restrict it. */
export interface TokenSearch {
  readonly filter: Partial<TokenFilter>;
  readonly expiredCardsOnly: boolean;
  /** ISO 8601, compared with the creation time. */
  readonly fromDate?: string;
  /** ISO 8601; a date without a time includes the whole day. */
  readonly toDate?: string;
}

/** Tokens of the caller's merchant, newest first, without deleted ones. @throws SandboxFault 114, 123, 998 */
export async function searchTokens(
  request: TokenSearch,
  { store, clock, settings }: Context,
  { merchant }: Caller,
): Promise<readonly Token[]> {
  const { filter, expiredCardsOnly } = request;
  if (filter.cardExpiry && !/^\d{4}$/.test(filter.cardExpiry)) throw new SandboxFault(114);
  const query = {
    filter: { ...filter, ...(filter.dvToken && { dvToken: readDvToken(filter.dvToken) }) },
    ...(expiredCardsOnly && { expiredBefore: writeSettlementDate(clock.now()).slice(2, 6) }),
    ...readRange(request),
    limit: settings.searchLimit,
  };
  return store.read((view) => view.searchTokens(merchant.id, query));
}
