/** Tokens by what has become of them: recently changed ones, and those that nobody pays with. wire/soap.md section 3. */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';

const DAY_MS = 86_400_000;
const BEFORE_ALL = 0;

/** A period of so many days up to now; 0 is since ever. */
export interface Period {
  readonly days: number;
}

/** The last changed tokens. */
export interface RecentTokens extends Period {
  /** Most tokens that are wanted; 0 leaves it to the sandbox, which answers no more than any search does. */
  readonly most: number;
}

function startOf({ days }: Period, { clock }: Context): number {
  return days === 0 ? BEFORE_ALL : clock.now() - days * DAY_MS;
}

/** Tokens that were made or changed within the period, last changed first. */
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

/** Tokens with which nothing was paid within the period, approved or not, last made first. */
export function listUnusedTokens(request: Period, context: Context, { merchant }: Caller): Promise<readonly Token[]> {
  const query = { filter: {}, unusedFrom: startOf(request, context), limit: context.settings.searchLimit };
  return context.store.read((view) => view.searchTokens(merchant.id, query));
}
