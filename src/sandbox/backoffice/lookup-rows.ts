/** Look-up files: the list, one with its records, an upload by the rules that SOAP uses, and a download. */
import { object, someOf, text } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import type { LookupFile } from '../crn-lookup/crn-lookup.js';
import { writeLookup } from '../crn-lookup/read-lookup.js';
import { uploadLookup } from '../crn-lookup/upload-lookup.js';
import { answerFile } from './answer-file.js';
import type { FoundLookupRecords, ListedLookup } from './data-api.js';
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

const LONGEST_LIST = 100;
const LONGEST_TEXT = 100;
const PAGE_RECORDS = 100;
const RECORDS_OF_READ = 1_000;

const DELETED = 'the file was deleted as soon as it was uploaded: upload it again';

const EXAMPLE = [
  { crn1: 'example 1', crn2: 'house 7', crn3: null, amount: 19_900, name: 'Jane Citizen' },
  { crn1: 'example 2', crn2: null, crn3: null, amount: null, name: null },
];

function listFile(file: LookupFile): ListedLookup {
  const { id, filename, username, entryCount, uploadedAt, emailAddress } = file;
  const state = file.state === 'replaced' ? 'replaced' : 'current';
  return { id: String(id), filename, username, state, recordCount: entryCount, uploadedAt, emailAddress };
}

/** @throws OfficeFault 404 */
async function find(call: OfficeCall, scope: SignedInScope): Promise<LookupFile> {
  const file = await findById(call, scope, (view, merchantId, id) => view.findLookupFile(merchantId, id));
  if (!file) throw new OfficeFault(404, 'There is no such look-up file');
  return file;
}

/** The text of a search; undefined where it does not restrict. */
const SEARCH = someOf({ text: text(LONGEST_TEXT).transform((asked) => asked.trim() || undefined) });

async function findRecords(call: OfficeCall, scope: SignedInScope): Promise<FoundLookupRecords> {
  const { context, person } = scope;
  const { id: fileId, entryCount } = await find(call, scope);
  const schema = object({ ...SEARCH.shape, from: pageStart({ pageLength: PAGE_RECORDS, total: entryCount }) });
  const { text, from } = readSetup(schema, call.body, 'list');
  const found = await context.store.read((view) =>
    view.searchLookupEntries({ fileId, text, from, limit: PAGE_RECORDS + 1 }),
  );
  const { defaultCurrency: currency } = person.caller.merchant;
  const records = found.slice(0, PAGE_RECORDS).map((each) => ({ ...each, currency }));
  return { records, hasMore: found.length > PAGE_RECORDS };
}

/** The current file as it was uploaded. @throws OfficeFault 409 when another one has replaced it */
async function download(call: OfficeCall, scope: SignedInScope): Promise<Response> {
  const { id: fileId, filename, entryCount } = await find(call, scope);
  const { store } = scope.context;
  const pieces = [writeLookup([])];
  let from = 0;
  while (from < entryCount) {
    const entries = await store.read((view) =>
      view.searchLookupEntries({ fileId, text: undefined, from, limit: RECORDS_OF_READ }),
    );
    if (entries.length === 0) throw new OfficeFault(409, 'A newer file has replaced it, and its records are deleted');
    pieces.push(writeLookup(entries, ''));
    from += entries.length;
  }
  return answerFile(filename, new TextEncoder().encode(pieces.join('')));
}

/** Endpoints of look-up files. */
export const LOOKUP_ROWS: readonly OfficeRow[] = [
  queryRow('POST /lookups/search', 'person', async ({ body }, { context, person }) => {
    const { id: merchantId, settings } = person.caller.merchant;
    const { text } = readSetup(SEARCH, body, 'list');
    const found = await context.store.read((view) =>
      view.listLookupFiles({ merchantId, text, limit: LONGEST_LIST + 1 }),
    );
    return {
      files: found.slice(0, LONGEST_LIST).map(listFile),
      isCut: found.length > LONGEST_LIST,
      longestFile: LONGEST_FILE,
      isLimiting: settings.crn1Lookup === 'listed_only',
    };
  }),
  {
    ...actionRow('POST /lookups', 'person', async ({ body }, { context, person, note }) => {
      const { caller } = person;
      const upload = readUpload(body);
      const { id, problems } = await uploadLookup({ ...upload, emailAddress: null }, context, caller);
      note(problems ? null : upload.filename);
      if (problems) return { id: null, problems };
      const file = await context.store.read((view) => view.findLookupFile(caller.merchant.id, id));
      return file ? { id: String(id), problems: [] } : { id: null, problems: [DELETED] };
    }),
    bodyLimitBytes: UPLOAD_BODY_BYTES,
  },
  queryRow('GET /lookups/:id', 'person', async (call, scope) => listFile(await find(call, scope))),
  queryRow('POST /lookups/:id/records', 'person', findRecords),
  streamRow('/lookups/:id/file', download),
  streamRow('/lookup-example', async () =>
    answerFile('example-lookup.csv', new TextEncoder().encode(writeLookup(EXAMPLE))),
  ),
];
