/** Reads the fields of a form: urlencoded or multipart, as browsers send them. docs/wire/rest.md sections 2 and 4. */
import { SandboxFault } from '../fault.js';

/**
 * Values by name. A repeated name or a file gives a list instead of a string. No wire member is a list, so it is
 * refused with the code of its field.
 */
export type FormFields = ReadonlyMap<string, string | readonly unknown[]>;

const URLENCODED = /^\s*application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^\s*multipart\/form-data\b/i;

/** True for a content type of forms. */
export function isForm(contentType: string | null): boolean {
  return contentType !== null && (URLENCODED.test(contentType) || MULTIPART.test(contentType));
}

/** Sandbox choice: a form has no wrapper that the fault could name. */
function notAForm(): SandboxFault {
  return new SandboxFault(998, 'invalid: form, urlencoded or multipart in UTF-8');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // An incomplete character or another charset: the value is unknown.
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
 * Reads a form. Other content types are read as urlencoded, because old browsers send no type or a wrong one.
 *
 * @param body null for invalid UTF-8
 * @throws SandboxFault 998 when it is not a form
 */
export async function readFormFields(body: string | null, contentType: string | null): Promise<FormFields> {
  if (body === null) throw notAForm();
  const isMultipart = contentType !== null && MULTIPART.test(contentType);
  const pairs = isMultipart ? await splitMultipart(body, contentType) : splitUrlencoded(body);
  const fields = new Map<string, string | readonly unknown[]>();
  for (const [name, value] of pairs) {
    // Some databases cannot store a NUL, and no payment field contains one.
    if (typeof value === 'string' && value.includes('\0')) throw notAForm();
    fields.set(name, fields.has(name) || typeof value !== 'string' ? [] : value);
  }
  return fields;
}
