/** UploadCRNLookupFile and UploadCRNLookupZipFile. docs/wire/soap.md section 3. */
import { REQUEST_LIMITS } from '../../wire/soap/xml-limits.js';
import { ZipError, unzipText } from '../crn-lookup/unzip.js';
import { uploadLookup, type LookupUpload } from '../crn-lookup/upload-lookup.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { loginRow, type CallScope, type Row } from './row.js';
import { ServiceError } from './service-error.js';

async function take(
  upload: Omit<LookupUpload, 'content'>,
  contentOf: () => Promise<string>,
  { context, isUnavailable }: CallScope,
  caller: Caller,
): Promise<undefined> {
  if (isUnavailable) throw new SandboxFault(900);
  let content: string;
  try {
    content = await contentOf();
  } catch (error) {
    if (error instanceof ZipError) throw new ServiceError(error.message);
    throw error;
  }
  const { problems } = await uploadLookup({ ...upload, content }, context, caller);
  // The response has room for one.
  if (problems) throw new ServiceError(problems[0] ?? '');
  return undefined;
}

export const uploadLookupFile: Row<'UploadCRNLookupFile'> = loginRow(
  'UploadCRNLookupFile',
  ({ filename = '', content = '', emailAddress = null }, scope, caller) =>
    take({ filename, emailAddress }, () => Promise.resolve(content), scope, caller),
);

/** The limit for the unpacked text equals the limit for a request. */
export const uploadLookupZipFile: Row<'UploadCRNLookupZipFile'> = loginRow(
  'UploadCRNLookupZipFile',
  ({ filename = '', content = new Uint8Array(), emailAddress = null }, scope, caller) =>
    take({ filename, emailAddress }, () => unzipText(content, REQUEST_LIMITS.bytes), scope, caller),
);
