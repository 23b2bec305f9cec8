/** Reads the form of a call in the REST reference: its request, and its curl command. */
import { escapeInQuotes } from '../core/quote-for-shell.js';
import { maskCall } from './mask-call.js';

const FORM_TYPE = 'application/x-www-form-urlencoded';

function inputsOf(form: HTMLFormElement): readonly HTMLInputElement[] {
  return [...form.querySelectorAll('input')];
}

/** `user|merchant number:password`, as typed. */
function credentialsOf(root: ParentNode): string {
  const value = (name: string): string =>
    root.querySelector<HTMLInputElement>(`.credentials input[name="${name}"]`)?.value ?? '';
  return `${value('username')}|${value('merchant')}:${value('password')}`;
}

/** Base64 of the text in UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The body as it is sent; undefined for a call without one. */
function bodyOf(form: HTMLFormElement): { readonly type: string; readonly text: string } | undefined {
  const area = form.querySelector<HTMLTextAreaElement>('textarea');
  if (!area) return undefined;
  const type = area.dataset['type'] ?? '';
  if (type !== FORM_TYPE) return { type, text: area.value };
  const fields = new URLSearchParams();
  for (const line of area.value.split('\n').filter(Boolean)) {
    const [name = '', ...value] = line.split('=');
    fields.append(name, value.join('='));
  }
  return { type, text: fields.toString() };
}

/**
 * The call as `fetch` takes it.
 *
 * @param service address of the sandbox, without a slash at its end; empty at the root of the page's own origin
 */
export function readCall(form: HTMLFormElement, root: ParentNode, service: string): Request {
  const { verb = 'GET', path = '', caller } = form.dataset;
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, value } of inputsOf(form)) {
    const inPath = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    if (inPath === filled) query.append(name, value);
    filled = inPath;
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  const body = bodyOf(form);
  return new Request(new URL(service + filled + search, location.href), {
    method: verb,
    credentials: 'omit',
    headers: {
      ...(caller === 'server' && { Authorization: base64(credentialsOf(root)) }),
      ...(body && { 'Content-Type': body.type }),
    },
    ...(body && { body: body.text }),
  });
}

/** Writes the typed values into the command, without card data. */
export function fillCommand(form: HTMLFormElement, root: ParentNode, testCards: readonly string[]): void {
  const values = new Map(
    inputsOf(form).map(({ name, value }) => [name, encodeURIComponent(maskCall(value, testCards))]),
  );
  values.set('credentials', credentialsOf(root));
  const body = form.querySelector('textarea') && bodyOf(form);
  if (body) values.set('body', maskCall(body.text, testCards));
  for (const part of form.querySelectorAll<HTMLElement>('[data-part]')) {
    const value = values.get(part.dataset['part'] ?? '');
    if (value !== undefined) part.textContent = escapeInQuotes(value);
  }
}
