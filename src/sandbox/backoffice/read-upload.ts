/** Reads a file that a person uploads as JSON: a batch or a look-up file. */
import { readMembers, SetupError } from '../control/read-record.js';
import type { FileUpload } from './data-api.js';

/** Longest file in characters: about 200,000 records. */
export const LONGEST_FILE = 16 * 1024 * 1024;
/** The file as JSON, with its escapes and letters of more than one byte. */
export const UPLOAD_BODY_BYTES = 2 * LONGEST_FILE;

/** @throws SetupError */
export function readUpload(body: unknown): FileUpload {
  const { filename, content } = readMembers(body, ['filename', 'content'], 'upload');
  if (typeof filename !== 'string' || typeof content !== 'string') {
    throw new SetupError('upload.filename and upload.content must be strings');
  }
  if (content.length > LONGEST_FILE) throw new SetupError(`A file has at most ${LONGEST_FILE} characters`);
  return { filename, content };
}
