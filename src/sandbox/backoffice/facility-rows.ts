/** The set-up of the merchant's facility, as a bank makes it. docs/guides/sandbox.md, "The profile of your facility". */
import { object } from '../../wire/read-input.js';
import { MERCHANT_SETTINGS } from '../control/read-merchant.js';
import { readSetup } from '../control/read-setup.js';
import type { Merchant } from '../merchant.js';
import type { Facility } from './data-api.js';
import { actionRow, queryRow, type OfficeRow } from './row.js';

/** Without the shared secret, and without what would end the person's own session. */
const FACILITY = object(MERCHANT_SETTINGS.omit({ sharedSecret: true, isClosed: true }).shape);

function facilityOf({ settings }: Pick<Merchant, 'settings'>): Facility {
  const names = Object.keys(FACILITY.shape) as (keyof Facility)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as Facility;
}

export const FACILITY_ROWS: readonly OfficeRow[] = [
  queryRow('GET /facility', 'administrator', (_call, { person }) =>
    Promise.resolve(facilityOf(person.caller.merchant)),
  ),
  actionRow('PUT /facility', 'administrator', async ({ body }, { context, control, person, note }) => {
    const { merchant } = person.caller;
    const before = facilityOf(merchant);
    const settings = readSetup(FACILITY, body, 'facility');
    await control.changeMerchant(merchant.number, { settings });
    const after = facilityOf((await context.store.read((view) => view.findMerchant(merchant.id))) ?? merchant);
    const changed = (Object.keys(settings) as (keyof Facility)[]).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    );
    note(changed.length > 0 ? changed.join(', ') : null);
    return after;
  }),
];
