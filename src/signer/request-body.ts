/**
 * Reads the body of a request from a page or of the service's redirect: short, of one type, and
 * refused early.
 */
import { readJson } from '../wire/rest/lossless-json.js';
import { Refusal } from './refusal.js';

/** Bytes. The largest valid body is an order of 4,096 characters. */
const BODY_LIMIT = 16 * 1024;
/** Maximum number of parameters of a return; the service sends three. */
const PARAMETER_LIMIT = 100;

/** The JSON object in the body of a page's POST. */
export async function readJsonBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (mediaType(request) !== 'application/json') {
    throw new Refusal('bad_request', 'The body must be application/json', { status: 415 });
  }
  let value: unknown;
  try {
    value = readJson(await readText(request));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('bad_request', 'The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('bad_request', 'The body must be a JSON object');
  }
  return value as Record<string, unknown>;
}

/** The text of a body of one of these types. */
export async function readTextOf(request: Request, types: readonly string[]): Promise<string> {
  if (!types.includes(mediaType(request))) {
    throw new Refusal('bad_request', `The body must be ${types.join(' or ')}`, { status: 415 });
  }
  return readText(request);
}

/** The fields of a form post; empty if the body is not a form. */
export async function readFormBody(request: Request): Promise<URLSearchParams> {
  if (request.method !== 'POST' || mediaType(request) !== 'application/x-www-form-urlencoded') {
    return new URLSearchParams();
  }
  const fields = new URLSearchParams(await readText(request));
  if (fields.size > PARAMETER_LIMIT) throw new Refusal('bad_request', 'Too many fields');
  return fields;
}

function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

async function readText(request: Request): Promise<string> {
  const tooLarge = () => new Refusal('bad_request', `The body is over ${BODY_LIMIT} bytes`, { status: 413 });
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > BODY_LIMIT) throw tooLarge();
  // A server enforces a declared length, and returns such a body in one piece, which is much faster
  // than a stream.
  if (length > 0) return decodeWhole(await request.arrayBuffer().catch(refuseText), tooLarge);
  if (!request.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body.getReader();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > BODY_LIMIT) throw tooLarge();
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof Refusal) throw error;
    return refuseText();
  }
}

/** @throws Refusal for a body that is longer than declared, or not UTF-8 */
function decodeWhole(bytes: ArrayBuffer, tooLarge: () => Refusal): string {
  if (bytes.byteLength > BODY_LIMIT) throw tooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuseText();
  }
}

function refuseText(): never {
  throw new Refusal('bad_request', 'The body could not be read as UTF-8 text');
}
