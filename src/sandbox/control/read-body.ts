/** Reads the JSON bodies of the control API and the back office. */
import { readJson } from '../../wire/rest/lossless-json.js';
import { readRequestBody } from '../rest/read-request-body.js';
import { SetupError } from './read-setup.js';

/** Reads the text of a body; empty for `GET`. @throws SetupError */
export async function readBodyText(request: Request, limitBytes: number): Promise<string> {
  if (request.method === 'GET') return '';
  const body = await readRequestBody(request, limitBytes);
  if (body === 'too_large') throw new SetupError(`The body is longer than ${limitBytes} bytes`);
  if (body.text === null) throw new SetupError('The body must be JSON in UTF-8');
  return body.text;
}

/** Parses a body; an empty one is an empty object. @throws SetupError */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  try {
    return readJson(text);
  } catch {
    throw new SetupError('The body must be JSON');
  }
}
