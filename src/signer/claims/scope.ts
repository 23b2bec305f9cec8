/**
 * What a claim belongs to: one merchant at one service, in one mode. Nothing of one scope is seen,
 * answered, counted or reconciled in another, although several may share a store.
 * docs/invariants.md, invariant 18.
 */
import type { Terms } from './claim.js';

/** The two scopes of a merchant, as text that a store compares. */
export interface Scopes {
  readonly live: string;
  readonly test: string;
}

/** The merchant at its service, without a mode: for what is the same in both. */
export function accountOf(serviceUrl: string, merchantNumber: string): string {
  return `${serviceUrl} ${merchantNumber}`;
}

export function scopesOf(account: string): Scopes {
  return { live: `${account} live`, test: `${account} test` };
}

export function scopeOf({ live, test }: Scopes, { testMode }: Pick<Terms, 'testMode'>): string {
  return testMode ? test : live;
}
