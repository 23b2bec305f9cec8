/** Settlement: the totals of a day, and the file that SOAP gives. */
import * as z from 'zod';
import { object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { isDay } from '../flat-file.js';
import type { Merchant } from '../merchant.js';
import { closingTimeOf, settlementDateOf } from '../settlement/settlement-day.js';
import { writeSettlementFile } from '../settlement/settlement-file.js';
import { sumSettled } from '../settlement/sum-settled.js';
import { answerFile } from './answer-file.js';
import { OfficeFault } from './office-fault.js';
import { queryRow, streamRow, type OfficeRow, type SignedInScope } from './row.js';

/** The day of a payment now. */
function openDayOf(merchant: Merchant, { context }: SignedInScope): string {
  return settlementDateOf(context.clock.now(), closingTimeOf(merchant, context.settings));
}

const DAY = 'must be a day as YYYYMMDD';
const SETTLEMENT = object({ date: z.string(DAY).refine(isDay, DAY).nullable().default(null) });

export const SETTLEMENT_ROWS: readonly OfficeRow[] = [
  queryRow('POST /settlement', 'person', async ({ body }, scope) => {
    const { merchant } = scope.person.caller;
    const open = openDayOf(merchant, scope);
    const date = readSetup(SETTLEMENT, body, 'settlement').date ?? open;
    const state = date === open ? 'open' : date < open ? 'closed' : 'future';
    const sums = await sumSettled(merchant, date, scope.context);
    const shown = sums.map(({ gross, refunds, reversals, net, ...sum }) => ({
      ...sum,
      ...{ gross: String(gross), refunds: String(refunds), reversals: String(reversals), net: String(net) },
    }));
    return { date, state, sums: shown };
  }),
  streamRow('/settlement/:date/file', async ({ parameters }, scope) => {
    const { merchant } = scope.person.caller;
    const { date = '' } = parameters;
    if (!isDay(date)) throw new OfficeFault(404, 'There is no such day');
    if (date >= openDayOf(merchant, scope)) throw new OfficeFault(409, 'The day is not settled yet');
    const { filename, text } = await writeSettlementFile(merchant, date, scope.context);
    return answerFile(filename, new TextEncoder().encode(text));
  }),
];
