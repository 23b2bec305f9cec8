/** RetrieveSettlementFiles. docs/wire/soap.md section 3. */
import { isDay } from '../flat-file.js';
import { closingTimeOf, settlementDateOf } from '../settlement/settlement-day.js';
import { writeSettlementFile } from '../settlement/settlement-file.js';
import { loginRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';

export const retrieveSettlementFiles: SoapRow<'RetrieveSettlementFiles'> = loginRow(
  'RetrieveSettlementFiles',
  async ({ settlementDate = '' }, context, caller) => {
    const { clock, settings, store } = context;
    if (!isDay(settlementDate)) throw new ServiceError('invalid settlement date');
    // Reads the merchant again, because its settings may have changed since the login.
    const merchant = (await store.read((view) => view.findMerchant(caller.merchant.id))) ?? caller.merchant;
    // The open day is the one of a payment now. All earlier days are closed.
    const open = settlementDateOf(clock.now(), closingTimeOf(merchant, settings));
    if (settlementDate >= open) throw new ServiceError('settlement date not settled yet');
    const { filename, text } = await writeSettlementFile(merchant, settlementDate, context);
    return [{ Filename: filename, Content: new TextEncoder().encode(text) }];
  },
);
