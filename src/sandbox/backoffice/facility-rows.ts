/** The set-up of the merchant's facility, as a bank makes it. docs/guides/sandbox.md, "The profile of your facility". */
import { MERCHANT_SETTINGS } from '../control/read-merchant.js';
import { readSetup } from '../control/read-setup.js';
import type { Merchant } from '../merchant.js';
import type { Facility } from './data-api.js';
import { actionRow, queryRow, type OfficeRow, type SignedInScope } from './row.js';

/** Without the shared secret, and without what would end the person's own session. */
const FACILITY = MERCHANT_SETTINGS.omit({ sharedSecret: true, isClosed: true });

/** The session keeps the merchant as it was at the sign-in. */
async function readFacility({ context, person }: SignedInScope): Promise<Facility> {
  const { id, settings: before } = person.caller.merchant;
  const { settings = before }: Partial<Merchant> = (await context.store.read((view) => view.findMerchant(id))) ?? {};
  const names = Object.keys(FACILITY.shape) as (keyof Facility)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as Facility;
}

export const FACILITY_ROWS: readonly OfficeRow[] = [
  queryRow('GET /facility', 'administrator', (_call, scope) => readFacility(scope)),
  actionRow('PUT /facility', 'administrator', async ({ body }, scope) => {
    const before = await readFacility(scope);
    const settings = readSetup(FACILITY, body, 'facility');
    await scope.control.changeMerchant(scope.person.caller.merchant.number, { settings });
    const after = await readFacility(scope);
    const changed = (Object.keys(after) as (keyof Facility)[]).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    );
    scope.note(changed.length > 0 ? changed.join(', ') : null);
    return after;
  }),
];
