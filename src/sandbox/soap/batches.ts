/** The batch operations. They require a login, which identifies the merchant. docs/wire/soap.md section 3. */
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { BatchStats } from '../../wire/soap/types.js';
import type { Batch, BatchState } from '../batch/batch.js';
import { resultNameOf, submittedNameOf, writeResultFile } from '../batch/result-file.js';
import { submitBatch } from '../batch/submit-batch.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { StoreView } from '../store/store.js';
import { loginRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';

const CSV = 1;
const DAY_MS = 86_400_000;

const STATES: Readonly<Record<BatchState, string>> = {
  uploading: 'Submitted',
  submitted: 'Submitted',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
};

export const submitBatchRow: SoapRow<'SubmitBatch'> = loginRow(
  'SubmitBatch',
  async ({ filename = '', content = '' }, context, caller) => {
    const messages = await submitBatch({ filename, content }, context, caller);
    const [first] = messages;
    // The result has all messages; the response has the first one, for callers that read only the response.
    if (first !== undefined) throw new ServiceError(first, messages);
    return [];
  },
);

/** @throws ServiceError */
async function download(
  find: (view: StoreView) => Promise<Batch | undefined>,
  { fileFormat, returnAll }: { readonly fileFormat: number; readonly returnAll: boolean },
  { store }: Context,
  { merchant }: Caller,
) {
  if (fileFormat !== CSV) throw new ServiceError('invalid file format');
  const batch = await store.read(find);
  if (!batch) throw new ServiceError('batch not found');
  if (batch.completedAt === null) throw new ServiceError('batch not completed');
  return {
    Filename: resultNameOf(batch.filename),
    MerchantNumber: merchant.number,
    Content: await writeResultFile(batch, returnAll ? 'all' : 'not_succeeded', store.read),
  };
}

export const downloadBatchByFilename: SoapRow<'DownloadBatchByFilename'> = loginRow(
  'DownloadBatchByFilename',
  ({ filename = '', ...wanted }, context, caller) => {
    const find = async (view: StoreView) => {
      const submitted = submittedNameOf(filename);
      const byName = (name: string) => view.findBatchByFilename(caller.merchant.id, name);
      return (await byName(filename)) ?? (submitted === undefined ? undefined : byName(submitted));
    };
    return download(find, wanted, context, caller);
  },
);

export const downloadBatchById: SoapRow<'DownloadBatchById'> = loginRow(
  'DownloadBatchById',
  ({ batchFileId, ...wanted }, context, caller) => {
    const id = Number(batchFileId);
    const find = (view: StoreView) =>
      Number.isSafeInteger(id) ? view.findBatch(caller.merchant.id, id) : Promise.resolve(undefined);
    return download(find, wanted, context, caller);
  },
);

function writeTime(instant: number): string {
  return writeLocalTime(instant).slice(0, 19);
}

function writeStats(batch: Batch): BatchStats {
  return {
    BatchFileId: batch.id,
    TxnCount: batch.recordCount,
    ProcCount: batch.doneCount,
    OrigFilename: batch.filename,
    ResFilename: batch.completedAt === null ? undefined : resultNameOf(batch.filename),
    SubmittedTime: writeTime(batch.submittedAt),
    CompletedTime: batch.completedAt === null ? undefined : writeTime(batch.completedAt),
    BatchState: STATES[batch.state],
    Percentage: Math.floor((batch.doneCount * 100) / batch.recordCount),
  };
}

export const retrieveBatchStatistics: SoapRow<'RetrieveBatchStatistics'> = loginRow(
  'RetrieveBatchStatistics',
  async ({ timePeriod }, context, { merchant }) => {
    if (timePeriod < 0) throw new ServiceError('invalid time period');
    const { store, clock } = context;
    // 0 also stands for "not sent" and does not restrict.
    const since = timePeriod === 0 ? 0 : clock.now() - timePeriod * DAY_MS;
    return (await store.read((view) => view.listBatches(merchant.id, since))).map(writeStats);
  },
);
