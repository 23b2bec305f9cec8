/** Batches: the list, one with its records, an upload, and the result file, by the rules that SOAP uses. */
import { SLICE_RECORDS, type Batch } from '../batch/batch.js';
import { resultNameOf, writeResultFile } from '../batch/result-file.js';
import { submitBatch } from '../batch/submit-batch.js';
import { choice, object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import type { FoundRecords } from './data-api.js';
import { writeExampleBatch } from './example-batch.js';
import { answerFile } from './answer-file.js';
import { OfficeFault } from './office-fault.js';
import { pageStart } from './page-start.js';
import { LONGEST_FILE, UPLOAD_BODY_BYTES, readUpload } from './read-upload.js';
import {
  actionRow,
  findById,
  queryRow,
  streamRow,
  type OfficeCall,
  type OfficeRow,
  type SignedInScope,
} from './row.js';
import { countOutcomes, listBatch, showRecord } from './show-batch.js';

const LONGEST_LIST = 100;
const SLICES_OF_PAGE = 2;
const PAGE_RECORDS = SLICES_OF_PAGE * SLICE_RECORDS;

const DELETED =
  'the batch was deleted as soon as it was uploaded: records that had run are deleted too, upload the file again';

/** @throws OfficeFault 404 */
async function find(call: OfficeCall, scope: SignedInScope): Promise<Batch> {
  const batch = await findById(call, scope, (view, merchantId, id) => view.findBatch(merchantId, id));
  if (!batch) throw new OfficeFault(404, 'There is no such batch');
  return batch;
}

async function findRecords(call: OfficeCall, scope: SignedInScope): Promise<FoundRecords> {
  const { context, person } = scope;
  const batch = await find(call, scope);
  const schema = object({ from: pageStart({ pageLength: PAGE_RECORDS, total: batch.recordCount }) });
  const { from } = readSetup(schema, call.body, 'list');
  const isEnded = batch.completedAt !== null;
  const { defaultCurrency: currency } = person.caller.merchant;
  const slices = await context.store.read((view) =>
    view.listBatchSlices(batch.id, from / SLICE_RECORDS, SLICES_OF_PAGE),
  );
  const records = slices.flatMap(({ number, records, results }) =>
    records.map((record, at) =>
      showRecord(record, results?.[at], { index: number * SLICE_RECORDS + at, currency, isEnded }),
    ),
  );
  return { records, hasMore: from + records.length < batch.recordCount };
}

export const BATCH_ROWS: readonly OfficeRow[] = [
  queryRow('GET /batches', 'person', async (_call, { context, person }) => {
    const { id: merchantId } = person.caller.merchant;
    const found = await context.store.read((view) => view.listNewestBatches(merchantId, LONGEST_LIST + 1));
    return {
      batches: found.slice(0, LONGEST_LIST).map(listBatch),
      isCut: found.length > LONGEST_LIST,
      longestFile: LONGEST_FILE,
    };
  }),
  {
    ...actionRow('POST /batches', 'person', async ({ body }, { context, person, note }) => {
      const file = readUpload(body);
      const { caller } = person;
      const problems = await submitBatch(file, context, caller);
      note(problems.length > 0 ? null : file.filename);
      if (problems.length > 0) return { id: null, problems };
      const batch = await context.store.read((view) => view.findBatchByFilename(caller.merchant.id, file.filename));
      return batch ? { id: String(batch.id), problems } : { id: null, problems: [DELETED] };
    }),
    bodyLimitBytes: UPLOAD_BODY_BYTES,
  },
  queryRow('GET /batches/:id', 'person', async (call, scope) => {
    const batch = await find(call, scope);
    const outcomes = batch.completedAt === null ? null : await countOutcomes(batch, scope.context.store.read);
    return { batch: listBatch(batch), outcomes };
  }),
  queryRow('POST /batches/:id/records', 'person', findRecords),
  streamRow('/batches/:id/result', async (call, scope) => {
    const batch = await find(call, scope);
    const wanted = readSetup(choice(['all', 'not_succeeded']), call.query.get('records') ?? 'all', 'query.records');
    if (batch.completedAt === null) throw new OfficeFault(409, 'The batch has not finished');
    return answerFile(resultNameOf(batch.filename), await writeResultFile(batch, wanted, scope.context.store.read));
  }),
  streamRow('/batch-example', async (_call, { context, person }) => {
    const { filename, content } = writeExampleBatch(context.clock.now(), person.caller.merchant);
    return answerFile(filename, new TextEncoder().encode(content));
  }),
];
