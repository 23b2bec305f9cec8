/** All probes, in the order in which they are asked: those that leave no traces first, those that wait last. */
import type { Probe } from './probe.js';
import { FIELD_PROBES } from './probes/fields.js';
import { GUIDED_PROBES } from './probes/guided.js';
import { KEY_PROBES } from './probes/keys.js';
import { RULE_PROBES } from './probes/rules.js';
import { SEARCH_PROBES } from './probes/searches.js';
import { SOAP_PROBES } from './probes/soap.js';
import { TOKEN_PROBES } from './probes/tokens.js';
import { TRANSACTION_PROBES } from './probes/transactions.js';

/** Whether a probe may make a transaction or store a card. */
export function leavesTraces({ makes = {} }: Probe): boolean {
  return Object.values(makes).some((count) => count > 0);
}

const ALL: readonly Probe[] = [
  ...RULE_PROBES,
  ...FIELD_PROBES,
  ...TRANSACTION_PROBES,
  ...TOKEN_PROBES,
  ...KEY_PROBES,
  ...SOAP_PROBES,
  ...SEARCH_PROBES,
  ...GUIDED_PROBES,
];

/** The limit of a search is seen best when there are many transactions. */
const rank = (probe: Probe): number => (probe.needs ? 2 : leavesTraces(probe) || probe.id === 'search.limit' ? 1 : 0);

export const PROBES: readonly Probe[] = [...ALL].sort((a, b) => rank(a) - rank(b));
