/**
 * Checks the searches that the signer relies on (T3): a transaction that must be found is searched for by its reference,
 * and by its Crn1 and date; and one that does not exist.
 */
import type { RestClient, TxnResp } from '../service/index.js';
import { bad, ok, type Finding } from './finding.js';

const CHECK = 'search';
const DAY = 86_400_000;
/** How far back a transaction to search for is looked for. */
const DAYS = [1, 30];
const NO_REFERENCE = 'florin-doctor-finds-nothing';
const CONSEQUENCE = 'the signer could not find payments whose answer was lost';

/** @throws FlorinError as the client */
export async function checkSearch(client: RestClient): Promise<Finding> {
  const strangers = await client.searchTransactions({ MerchantReference: NO_REFERENCE });
  if (strangers.length > 0) {
    return bad(CHECK, `a search by a reference that nobody has finds ${strangers.length} transactions: ${CONSEQUENCE}`);
  }
  const known = await findAny(client);
  if (!known)
    return ok(CHECK, 'transactions can be searched; there is none yet to search for, so repeat this after one');
  const { Crn1 = '', MerchantReference = '', ProcessedDateTime = '', TxnNumber } = known;
  const range = rangeAround(ProcessedDateTime);
  const searches = [
    { by: 'reference', member: 'MerchantReference', value: MerchantReference, input: { MerchantReference } },
    { by: 'Crn1 and date', member: 'Crn1', value: Crn1, input: { Crn1, ...range } },
  ] as const;
  for (const { by, member, value, input } of searches) {
    const found = await client.searchTransactions(input);
    const problem = describeProblem(found, TxnNumber, (row) => plain(row[member]) === plain(value));
    if (problem) return bad(CHECK, `a search of transaction ${TxnNumber} by its ${by} ${problem}: ${CONSEQUENCE}`);
  }
  return ok(CHECK, `transaction ${TxnNumber} is found by its reference, and by its Crn1 and date`);
}

function describeProblem(
  found: readonly TxnResp[],
  number: string | undefined,
  isRight: (row: TxnResp) => boolean,
): string | undefined {
  if (!found.some(({ TxnNumber }) => TxnNumber === number)) return 'does not find it';
  const others = found.filter((row) => !isRight(row)).length;
  return others > 0 ? `answers ${others} of ${found.length} transactions with another one` : undefined;
}

/** The newest transaction that has what the signer searches by. */
async function findAny(client: RestClient): Promise<TxnResp | undefined> {
  for (const days of DAYS) {
    const found = await searchDays(client, days);
    const usable = found.find((row) => [row.MerchantReference, row.Crn1].every((text) => plain(text) !== ''));
    if (usable) return usable;
  }
  return undefined;
}

/** The transactions of the last days, newest first, at most 1,000. */
export function searchDays(client: RestClient, days: number): Promise<readonly TxnResp[]> {
  const now = Date.now();
  const range = { FromDate: dateAt(now - days * DAY), ToDate: `${dateAt(now + DAY)}T23:59:59.9999999` };
  return client.searchTransactions(range);
}

function dateAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The hour around a time of the service; without dates if it cannot be read. */
function rangeAround(time: string): { FromDate?: string; ToDate?: string } {
  const hour = /^(\d{4}-\d\d-\d\dT\d\d:)\d\d:\d\d/.exec(time)?.[1];
  return hour === undefined ? {} : { FromDate: `${hour}00:00`, ToDate: `${hour}59:59.9999999` };
}

function plain(text: string | undefined): string {
  return text?.trim().toLowerCase() ?? '';
}
