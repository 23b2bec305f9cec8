/** An example of a batch file for a merchant, of test cards. */
import { writeLocalTime } from '../../wire/rest/local-time.js';
import { TEST_CARDS } from '../bank/test-cards.js';
import type { BatchFile } from '../batch/submit-batch.js';
import type { Merchant } from '../merchant.js';

/** The month 99 asks the bank for the answer in the year: approved, declined, not enough money. */
const RECORDS = [
  { crn1: 'example 1', amount: 19_900, expiry: '9900' },
  { crn1: 'example 2', amount: 4_250, expiry: '9901' },
  { crn1: 'example 3', amount: 12_000, expiry: '9951' },
];

/** Writes the file. Its name contains the time, because a merchant can use a name once. */
export function writeExampleBatch(now: number, { number }: Pick<Merchant, 'number'>): BatchFile {
  const [date, time] = [writeLocalTime(now).slice(0, 10), writeLocalTime(now).slice(11, 19)].map((text) =>
    text.replace(/\D/g, ''),
  );
  const details = RECORDS.map(
    ({ crn1, amount, expiry }, index) => `50,,${crn1},,,${amount},0,${TEST_CARDS[index]?.pan},${expiry},R`,
  );
  const total = RECORDS.reduce((sum, { amount }) => sum + amount, 0);
  const lines = [`01,CBA-EVOLVE,${date},${time},1,1,${number}`, ...details, `99,${details.length + 2},${total},0`, ''];
  return { filename: `example-${date}-${time}.csv`, content: lines.join('\n') };
}
