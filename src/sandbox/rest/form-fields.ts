/** The fields of a form: urlencoded or multipart, as browsers send them. wire/rest.md sections 2 and 4. */
import { SandboxFault } from '../fault.js';

/**
 * Values by name. A name that was sent twice, or with a file, has a list instead of a text: no member of the wire is
 * one, so it is refused with the code of its field, whichever of the values somebody hoped would be read.
 */
export type FormFields = ReadonlyMap<string, string | readonly unknown[]>;

const URLENCODED = /^\s*application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^\s*multipart\/form-data\b/i;

/** True when a body of this type is a form's. */
export function isForm(contentType: string | null): boolean {
  return contentType !== null && (URLENCODED.test(contentType) || MULTIPART.test(contentType));
}

/** Sandbox choice: a form has no wrapper whose absence could be named. */
function notAForm(): SandboxFault {
  return new SandboxFault(998, 'invalid: form, urlencoded or multipart in UTF-8');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Half a character, or of another character set: what it was to say is not known.
    throw notAForm();
  }
}

function splitUrlencoded(body: string): readonly (readonly [name: string, value: string])[] {
  return body
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
}

async function splitMultipart(body: string, contentType: string): Promise<readonly (readonly [string, unknown])[]> {
  try {
    return [...(await new Response(body, { headers: { 'Content-Type': contentType } }).formData())];
  } catch {
    throw notAForm();
  }
}

/**
 * Reads a form. What is neither of the two types is read as urlencoded: old browsers send that with no type or a wrong one.
 *
 * @param body null when it is no UTF-8
 * @throws SandboxFault 998 when it is no form
 */
export async function readFormFields(body: string | null, contentType: string | null): Promise<FormFields> {
  if (body === null) throw notAForm();
  const isMultipart = contentType !== null && MULTIPART.test(contentType);
  const pairs = isMultipart ? await splitMultipart(body, contentType) : splitUrlencoded(body);
  const fields = new Map<string, string | readonly unknown[]>();
  for (const [name, value] of pairs) {
    // A NUL cannot be stored by every database, and no field of a payment has one.
    if (typeof value === 'string' && value.includes('\0')) throw notAForm();
    fields.set(name, fields.has(name) || typeof value !== 'string' ? [] : value);
  }
  return fields;
}
