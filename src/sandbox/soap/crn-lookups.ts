/** UploadCRNLookupFile and UploadCRNLookupZipFile. docs/wire/soap.md section 3. */
import { REQUEST_LIMITS } from '../../wire/soap/xml-limits.js';
import { ZipError, unzipText } from '../crn-lookup/unzip.js';
import { uploadLookup, type LookupUpload } from '../crn-lookup/upload-lookup.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { loginRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';

/** @throws ServiceError with the first error of the file: the response has room for one */
async function upload(file: LookupUpload, context: Context, caller: Caller): Promise<undefined> {
  const { problems } = await uploadLookup(file, context, caller);
  if (problems) throw new ServiceError(problems[0] ?? '');
  return undefined;
}

/** The limit for the unpacked text equals the limit for a request. @throws ServiceError */
async function unzip(content: Uint8Array): Promise<string> {
  try {
    return await unzipText(content, REQUEST_LIMITS.bytes);
  } catch (error) {
    throw error instanceof ZipError ? new ServiceError(error.message) : error;
  }
}

export const uploadLookupFile: SoapRow<'UploadCRNLookupFile'> = loginRow(
  'UploadCRNLookupFile',
  ({ filename = '', content = '', emailAddress = null }, context, caller) =>
    upload({ filename, content, emailAddress }, context, caller),
);

export const uploadLookupZipFile: SoapRow<'UploadCRNLookupZipFile'> = loginRow(
  'UploadCRNLookupZipFile',
  async ({ filename = '', content = new Uint8Array(), emailAddress = null }, context, caller) =>
    upload({ filename, content: await unzip(content), emailAddress }, context, caller),
);
