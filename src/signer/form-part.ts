/**
 * The plain form as a part of a page of the shop's own: `GET form?order=…&as=fragment`, or `Signer.renderForm`. What stands
 * inside `<florin-checkout method="webform">` then works without script, and with it the element takes over what is typed
 * there. There is no inline style or script in it, and no id: several can stand on one page. The one-time key of the order
 * stands in it, so neither it nor the page around it may be kept (`Cache-Control: no-store`).
 */
import { escapeHtml } from '../core/escape-html.js';
import { REFUSALS } from '../core/refusals.js';
import type { PaymentResult } from '../core/pay-api.js';
import { type PlainField, type PlainForm } from './plain-form.js';
import type { Spoken } from './plain-words.js';
import type { PlainWords } from './plain-words/english.js';
import type { Refusal } from './refusal.js';

/** What a shop puts inside the tag. */
export interface FormPart {
  /**
   * - `form`: the order can be paid.
   * - `over`: a sentence, and a link to the order: it is paid, or nobody knows yet whether it is.
   * - `refused`: a sentence: there is no such order for this shopper, or the signer or the service does not answer.
   */
  readonly status: 'form' | 'over' | 'refused';
  /** HTML, to be put in as it is. */
  readonly html: string;
}

/** Header with {@link FormPart.status}. */
const PART = 'florin-form';

/** It is no page: nobody should find a form there that is not the shop's. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};

/** Whether a part is asked for, and not a page. */
export function isPartAsked({ url }: Pick<Request, 'url'>): boolean {
  return new URL(url).searchParams.get('as') === 'fragment';
}

/** The form alone. */
export function writeFormPart({ submitUrl, fields, button, spoken }: PlainForm): Response {
  return answer(
    'form',
    `<form slot="form" class="florin-form" ${languageOf(spoken)} method="post" action="${escapeHtml(submitUrl)}" autocomplete="on">
${fields.map((field) => writeField(field, spoken.words)).join('\n')}
<button class="florin-pay">${escapeHtml(button)}</button>
</form>
`,
    { status: 200 },
  );
}

/** In place of a form. @param location - of the order, a page of the shop */
export function writeOverPart(status: PaymentResult['status'], location: string, spoken: Spoken): Response {
  const { words } = spoken;
  const says = status === 'approved' ? words.nothingLeft : status === 'review' ? words.inReview : words.notKnown;
  const link = `<a href="${escapeHtml(location)}">${words.toOrder}</a>`;
  return answer('over', `<p slot="form" class="florin-note" ${languageOf(spoken)}>${says} ${link}</p>\n`, {
    status: 409,
  });
}

/** Not in the element's slot: with script the element has words of its own, and can ask again. */
export function writeRefusedPart({ code, status, headers }: Refusal, spoken: Spoken): Response {
  const says = spoken.words[REFUSALS[code].fragment];
  const html = `<p class="florin-note" role="alert" ${languageOf(spoken)}>${says}</p>\n`;
  return answer('refused', html, { status, headers });
}

/** Reads an answer of this file. */
export async function readFormPart(response: Response): Promise<FormPart> {
  const part = response.headers.get(PART);
  return { status: part === 'form' || part === 'over' ? part : 'refused', html: await response.text() };
}

function languageOf({ locale, direction }: Spoken): string {
  return `lang="${locale}" dir="${direction}"`;
}

function answer(
  part: FormPart['status'],
  html: string,
  { status, headers }: Pick<Refusal, 'status'> & Partial<Pick<Refusal, 'headers'>>,
): Response {
  return new Response(html, { status, headers: { ...headers, ...HEADERS, [PART]: part } });
}

function writeField({ name, label, attributes }: PlainField, words: PlainWords): string {
  const input = `<input name="${name}" ${attributes}>`;
  const caption = `<span>${escapeHtml(words[label])}</span>`;
  return attributes.includes('type="checkbox"')
    ? `<label class="florin-field florin-tick">${input}${caption}</label>`
    : `<label class="florin-field florin-${name}">${caption}${input}</label>`;
}
