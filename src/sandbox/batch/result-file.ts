/**
 * Writes the result file of a batch. docs/wire/soap.md section 3, "Batch CSV": each detail comes back with its result
 * and without its card number.
 */
import { joinBytes } from '../../wire/join-bytes.js';
import { plainMember } from '../flat-file.js';
import { APPROVED } from '../operations/outcome.js';
import type { Batch, BatchRecord, RecordResult } from './batch.js';
import { readSlices, type Read } from './read-slices.js';

/** Which records the file contains. */
export type WantedRecords = 'all' | 'not_succeeded';

const EMPTY_COLUMNS = ',,,,,,,';
const NOT_PROCESSED = 'Not processed';

/** The submitted name with `-r` before the extension. */
export function resultNameOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot <= 0 ? `${filename}-r` : `${filename.slice(0, dot)}-r${filename.slice(dot)}`;
}

/** The submitted name that belongs to a result's name; undefined when the text is not a result's name. */
export function submittedNameOf(resultName: string): string | undefined {
  const match = /^(.+)-r(\.[^.]*)?$/su.exec(resultName);
  return match ? `${match[1] ?? ''}${match[2] ?? ''}` : undefined;
}

function writeDetail(record: BatchRecord, result: RecordResult | undefined): string {
  const { billerCode, crn1, crn2, crn3, amount, expiry } = record;
  const references = [billerCode, crn1, crn2, crn3].map(plainMember).join(',');
  const shownExpiry = expiry === null ? '' : `${expiry.slice(0, 2)}/${expiry.slice(2)}`;
  const outcome = [
    result?.cardMasked ?? '',
    result?.cardType ?? '',
    '0',
    result?.txnNumber ?? '',
    result?.receiptNumber ?? '',
    plainMember(result?.responseText ?? NOT_PROCESSED),
    result?.responseCode ?? '',
    result?.bankResponseCode ?? '',
  ].join(',');
  return `50,${references},${amount},0,,${shownExpiry},R${EMPTY_COLUMNS},${outcome}\n`;
}

/** Writes the result file of a finished batch. The trailer counts the records of this file. */
export async function writeResultFile(
  batch: Batch,
  wanted: WantedRecords,
  read: Read,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const pieces = [encoder.encode(`${batch.header}\n`)];
  let count = 0;
  let total = 0;
  for await (const slices of readSlices(batch, read)) {
    let text = '';
    for (const { records, results } of slices) {
      for (const [index, record] of records.entries()) {
        const result = results?.[index];
        if (wanted === 'not_succeeded' && result?.responseCode === APPROVED) continue;
        text += writeDetail(record, result);
        count += 1;
        total += record.amount;
      }
    }
    pieces.push(encoder.encode(text));
  }
  pieces.push(encoder.encode(`99,${count + 2},${total},0\n`));
  return joinBytes(pieces);
}
