/** Reads a file that a person uploads as JSON: a batch or a look-up file. */
import * as z from 'zod';
import { object } from '../../wire/read-input.js';
import { SetupError, readSetup } from '../control/read-setup.js';
import type { FileUpload } from './data-api.js';

/** Longest file in characters: about 200,000 records. */
export const LONGEST_FILE = 16 * 1024 * 1024;
/** The file as JSON, with its escapes and letters of more than one byte. */
export const UPLOAD_BODY_BYTES = 2 * LONGEST_FILE;

const STRING = z.string('must be a string');
const UPLOAD = object({ filename: STRING, content: STRING });

/** @throws SetupError */
export function readUpload(body: unknown): FileUpload {
  const file = readSetup(UPLOAD, body, 'upload');
  if (file.content.length > LONGEST_FILE) throw new SetupError(`A file has at most ${LONGEST_FILE} characters`);
  return file;
}
