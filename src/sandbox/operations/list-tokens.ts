/** Lists recently changed tokens and unused ones. docs/wire/soap.md section 3. */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';

const DAY_MS = 86_400_000;
const BEFORE_ALL = 0;

/** A period of days until now; 0 has no start. */
export interface Period {
  readonly days: number;
}

/** Request for the last changed tokens. */
export interface RecentTokens extends Period {
  /** Maximum number of tokens; 0 means the sandbox's search limit. */
  readonly most: number;
}

function startOf({ days }: Period, { clock }: Context): number {
  return days === 0 ? BEFORE_ALL : clock.now() - days * DAY_MS;
}

/** Tokens that were created or changed in the period, last changed first. */
export function listRecentTokens(
  request: RecentTokens,
  context: Context,
  { merchant }: Caller,
): Promise<readonly Token[]> {
  const { searchLimit } = context.settings;
  const limit = request.most === 0 ? searchLimit : Math.min(request.most, searchLimit);
  const query = { filter: {}, changedFrom: startOf(request, context), order: 'last_changed_first', limit } as const;
  return context.store.read((view) => view.searchTokens(merchant.id, query));
}

/** Tokens without a payment in the period, approved or not, last created first. */
export function listUnusedTokens(request: Period, context: Context, { merchant }: Caller): Promise<readonly Token[]> {
  const query = { filter: {}, unusedFrom: startOf(request, context), limit: context.settings.searchLimit };
  return context.store.read((view) => view.searchTokens(merchant.id, query));
}
