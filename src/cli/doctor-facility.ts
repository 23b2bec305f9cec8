/** Shows what the merchant's facility fills in, which the signer has to know: its option `merchantDefaults`. */
import type { RestClient } from '../service/index.js';
import { hasReferenceForm } from '../signer/claims/references.js';
import { searchDays } from './doctor-search.js';
import { ok, type Finding } from './finding.js';

const CHECK = 'facility';
const DAYS = 30;
const FILLED_IN = ['BillerCode', 'Crn2', 'Crn3'] as const;

/** @throws FlorinError as the client */
export async function checkFacility(client: RestClient): Promise<Finding> {
  const found = await searchDays(client, DAYS);
  const own = found.find(({ MerchantReference }) => hasReferenceForm(MerchantReference));
  if (!own) return ok(CHECK, 'no payment by a signer yet, which would show what is filled in: repeat this after one');
  const names = FILLED_IN.filter((name) => (own[name] ?? '') !== '');
  const number = own.TxnNumber ?? '<TxnNumber>';
  if (names.length === 0)
    return ok(CHECK, `nothing is filled in: transaction ${number} has no ${FILLED_IN.join(', ')}`);
  return ok(
    CHECK,
    `transaction ${number} has ${names.join(', ')}: name in merchantDefaults what its order did not have (florin txn get ${number})`,
  );
}
