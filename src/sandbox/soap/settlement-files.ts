/** RetrieveSettlementFiles. wire/soap.md section 3. */
import { SandboxFault } from '../fault.js';
import { isDay } from '../flat-file.js';
import { closingInstantOf, closingTimeOf } from '../settlement/settlement-day.js';
import { writeSettlementFile } from '../settlement/settlement-file.js';
import { loginRow, type Row } from './row.js';
import { ServiceError } from './service-error.js';

export const retrieveSettlementFiles: Row<'RetrieveSettlementFiles'> = loginRow(
  'RetrieveSettlementFiles',
  async ({ settlementDate = '' }, { context, isUnavailable }, caller) => {
    if (isUnavailable) throw new SandboxFault(900);
    const { clock, settings, store } = context;
    if (!isDay(settlementDate)) throw new ServiceError('invalid settlement date');
    // As it is set up now, not as it was at the login.
    const merchant = (await store.read((view) => view.findMerchant(caller.merchant.id))) ?? caller.merchant;
    const closesAt = closingInstantOf(settlementDate, closingTimeOf(merchant, settings));
    if (clock.now() < closesAt) throw new ServiceError('settlement date not settled yet');
    const { filename, text } = await writeSettlementFile(merchant, settlementDate, context);
    return [{ Filename: filename, Content: new TextEncoder().encode(text) }];
  },
);
