/**
 * How a real facility could differ from the sandbox, one row for each difference. Each concerns a fact that docs/wire
 * marks [likely] or [choice], or one that a facility could still have otherwise. Written from docs/wire alone, without
 * knowledge of the probes that `florin contract` sends, so that they are tested with differences that nobody chose for them.
 *
 * A deviation rewrites requests and answers at the HTTP edge. It changes JSON answers; old browsers' `.nv` answers and
 * the hosted pages stay those of the sandbox, and so do webhooks, which do not pass this edge.
 */
import type { Deviation } from './deviations/deviation.js';
import { HTTP } from './deviations/http.js';
import { KEYS } from './deviations/keys.js';
import { REFUSALS } from './deviations/refusals.js';
import { SEARCHES } from './deviations/searches.js';
import { SOAP } from './deviations/soap.js';
import { TOKENS } from './deviations/tokens.js';
import { MEMBERS, RULES } from './deviations/transactions.js';

export type { Deviation } from './deviations/deviation.js';

export const DEVIATIONS: readonly Deviation[] = [
  ...REFUSALS,
  ...SEARCHES,
  ...KEYS,
  ...MEMBERS,
  ...RULES,
  ...TOKENS,
  ...HTTP,
  ...SOAP,
];
