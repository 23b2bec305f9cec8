/**
 * The plain form as a fragment for a page of the shop: `GET form?order=…&as=fragment`, or
 * `Signer.renderForm`. Put it inside `<florin-checkout method="webform">`: the form then works
 * without script, and with script the element takes over the typed values. The fragment has no
 * inline style, no script and no id, so a page can hold several. It contains the one-time key of
 * the order, so neither it nor its page may be cached (`Cache-Control: no-store`).
 */
import { escapeHtml } from '../../core/escape-html.js';
import type { PaymentResult } from '../../core/pay-api.js';
import type { RefusalCode } from '../../core/refusals.js';
import { fillIn } from '../../languages/fill-in.js';
import { inTime } from '../../languages/in-time.js';
import type { Refusal } from '../refusal.js';
import { htmlHeaders } from './html-page.js';
import { type PlainField, type PlainForm, writeAttributes } from './plain-form.js';
import type { PlainMessages, PageLanguage } from './plain-messages.js';

/** The fragment that a shop puts inside the tag. */
export interface FormFragment {
  /**
   * - `form`: the order can be paid.
   * - `closed`: a sentence and a link to the order: it is paid, or its outcome is not known yet.
   * - `refused`: a sentence: this shopper has no such order, or the signer or the service does not
   *   answer.
   */
  readonly status: 'form' | 'closed' | 'refused';
  /** HTML, to be inserted unchanged. */
  readonly html: string;
}

/** Header with {@link FormFragment.status}. */
const STATUS_HEADER = 'florin-form';

/** The fragment is not a page, and a browser that opens it as one must not send the form. */
const HEADERS = htmlHeaders(["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"]);

/** Whether the request asks for a fragment instead of a page. */
export function isFragmentRequested({ url }: Pick<Request, 'url'>): boolean {
  return new URL(url).searchParams.get('as') === 'fragment';
}

/** The form alone. */
export function writeFormFragment({ submitUrl, fields, button, pageLanguage }: PlainForm): Response {
  return answer(
    'form',
    `<form slot="form" class="florin-form" ${languageOf(pageLanguage)} method="post" action="${escapeHtml(submitUrl)}" autocomplete="on">
${fields.map((field) => writeField(field, pageLanguage)).join('\n')}
<button class="florin-pay">${button}</button>
</form>
`,
    { status: 200 },
  );
}

/**
 * Replaces the form when the order cannot be paid now. @param location the page of the order, a page of the
 * shop
 */
export function writeClosedFragment(
  status: PaymentResult['status'],
  location: string,
  pageLanguage: PageLanguage,
): Response {
  const { messages } = pageLanguage;
  const says =
    status === 'approved' ? messages.nothingLeft : status === 'review' ? messages.inReview : messages.notKnown;
  const link = `<a href="${escapeHtml(location)}">${messages.toOrder}</a>`;
  return answer('closed', `<p slot="form" class="florin-note" ${languageOf(pageLanguage)}>${says} ${link}</p>\n`, {
    status: 409,
  });
}

/** Not in the element's slot: with script, the element shows its own message and can ask again. */
export function writeRefusedFragment(refusal: Refusal, pageLanguage: PageLanguage): Response {
  const says = messageOfRefusal(refusal, pageLanguage);
  const html = `<p class="florin-note" role="alert" ${languageOf(pageLanguage)}>${says}</p>\n`;
  return answer('refused', html, refusal);
}

/** What a form of the signer says in its place, as a page or a fragment. Its other pages have one message for all of them. */
const TEXTS = {
  bad_request: 'wronglySetUp',
  order_refused: 'orderRefused',
  claim_refused: 'wronglySetUp',
  card_refused: 'wronglySetUp',
  shopper_refused: 'wronglySetUp',
  reference_refused: 'wronglySetUp',
  nothing_to_pay: 'nothingLeft',
  rate_limited: 'tooMany',
  origin_refused: 'wronglySetUp',
  configuration_invalid: 'wronglySetUp',
  shop_failed: 'notShown',
  service_unreachable: 'notShown',
  store_unreachable: 'notShown',
} as const satisfies Record<RefusalCode, keyof PlainMessages>;

/** Why there is no form, and what to do. */
export function messageOfRefusal(
  { code, retryAfterSeconds = 60 }: Pick<Refusal, 'code' | 'retryAfterSeconds'>,
  { messages, locale }: PageLanguage,
): string {
  const says = messages[TEXTS[code]];
  return code === 'rate_limited' ? `${says} ${fillIn(messages.tryLater, [inTime(retryAfterSeconds, locale)])}` : says;
}

/** Reads a response that this file has written. */
export async function readFormFragment(response: Response): Promise<FormFragment> {
  const status = response.headers.get(STATUS_HEADER);
  return { status: status === 'form' || status === 'closed' ? status : 'refused', html: await response.text() };
}

function languageOf({ locale, direction }: PageLanguage): string {
  return `lang="${locale}" dir="${direction}"`;
}

function answer(
  fragment: FormFragment['status'],
  html: string,
  { status, headers }: Pick<Refusal, 'status'> & Partial<Pick<Refusal, 'headers'>>,
): Response {
  return new Response(html, { status, headers: { ...headers, ...HEADERS, [STATUS_HEADER]: fragment } });
}

function writeField(field: PlainField, pageLanguage: PageLanguage): string {
  const { name, label, attributes } = field;
  const input = `<input name="${name}" ${writeAttributes(field, pageLanguage)}>`;
  const caption = `<span>${escapeHtml(pageLanguage.messages[label])}</span>`;
  return attributes.includes('type="checkbox"')
    ? `<label class="florin-field florin-tick">${input}${caption}</label>`
    : `<label class="florin-field florin-${name}">${caption}${input}</label>`;
}
