/**
 * A plain form that the browser posts directly to the service, and that works without script: for
 * payments (payment-form.ts, T6) and for cards and accounts to be stored (token-form.ts, D9 and
 * D10). It is never cached, and typed values are never written into a page again.
 */
import { brandOfId, type CardBrandId } from '../../core/card/brand.js';
import { escapeHtml } from '../../core/escape-html.js';
import { fillIn } from '../../languages/fill-in.js';
import { cspHash } from '../guards/csp-hash.js';
import { Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { htmlHeaders, writePage } from './html-page.js';
import { writePlainFormCss } from './plain-form-css.js';
import type { PlainMessages, PageLanguage } from './plain-messages.js';

export interface PlainField {
  /** The service's name of the field. docs/wire/rest.md section 4. */
  readonly name: string;
  readonly label: keyof PlainMessages;
  readonly attributes: string;
  /** The API code with which the service refuses it. docs/wire/rest.md section 8. */
  readonly code: number;
  readonly says: keyof PlainMessages;
}

/** The look of the form's page. */
export type FormLook = NonNullable<SignerContext['webform']>;

/** @throws Refusal `bad_request` if the shop does not allow the form */
export function readFormLook({ webform }: SignerContext): FormLook {
  if (!webform) throw new Refusal('bad_request', 'This shop has no plain form', { status: 404 });
  return webform;
}

/** The fields of a card, to pay and to save. */
export const CARD_NUMBER_AND_EXPIRY: readonly PlainField[] = [
  {
    name: 'CardNumber',
    label: 'cardNumber',
    attributes: 'autocomplete="cc-number" inputmode="numeric" maxlength="23" required',
    code: 112,
    says: 'wrongNumber',
  },
  {
    name: 'ExpiryDateMonth',
    label: 'month',
    attributes: 'autocomplete="cc-exp-month" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" size="4" required',
    code: 114,
    says: 'wrongExpiry',
  },
  {
    name: 'ExpiryDateYear',
    label: 'year',
    attributes: 'autocomplete="cc-exp-year" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" size="4" required',
    code: 114,
    says: 'wrongExpiry',
  },
];

export const CARD_HOLDER: PlainField = {
  name: 'CardHolderName',
  label: 'name',
  attributes: 'autocomplete="cc-name" maxlength="50"',
  code: 113,
  says: 'wrongName',
};

/** The content of a plain form. All texts are for shoppers. */
export interface PlainForm {
  readonly pageLanguage: PageLanguage;
  readonly title: string;
  /** HTML. Default: the title. */
  readonly heading?: string;
  /** Undefined for a form that saves something. */
  readonly order?: string;
  /** The shop's page before this one. */
  readonly backUrl: string;
  /** On the service's origin. */
  readonly submitUrl: string;
  readonly fields: readonly PlainField[];
  /** HTML. */
  readonly button: string;
  /** The API code of a refused field, if any. */
  readonly code: number | undefined;
  /** Shown after the error message: nothing has happened, and what to do next. */
  readonly nothingDone: string;
}

/** A browser without script says it beside its own words when the text does not fit a `pattern`. */
export function writeAttributes({ attributes, says }: PlainField, { messages }: PageLanguage): string {
  return attributes.includes('pattern=') ? `${attributes} title="${escapeHtml(messages[says])}"` : attributes;
}

const PADLOCK =
  '<svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16"><path fill="none" stroke="currentColor" stroke-width="1.5" d="M5 7V4.7a3 3 0 0 1 6 0V7"/><rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor"/></svg>';

/** The page, with the strictest policy that a form allows. */
export async function writePlainForm(
  { addresses, origins, shop, webform }: SignerContext,
  form: PlainForm,
): Promise<Response> {
  const style = writePlainFormCss(webform?.theme);
  const policy = [
    "default-src 'none'",
    `style-src '${await cspHash(style)}'`,
    // The service takes the form and redirects the browser back to the shop: a policy checks each
    // of these steps.
    `form-action ${[addresses.origin, ...origins.all].join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ];
  const title = escapeHtml(form.title);
  const { messages } = form.pageLanguage;
  const order = form.order === undefined ? '' : writeTerm(messages.order, form.order);
  const content = `<header><a class="back" href="${escapeHtml(form.backUrl)}">${messages.backToShop}</a></header>
<main>
<h1>${form.heading ?? `<bdi>${title}</bdi>`}</h1>
<dl>${writeTerm(messages.shop, shop.merchantName)}${order}</dl>
${writeMessage(form)}<form method="post" action="${escapeHtml(form.submitUrl)}" autocomplete="on">
${form.fields.map((field) => writeField(field, form, webform?.acceptedBrands)).join('\n')}
<button>${PADLOCK}${form.button}</button>
</form>
</main>`;
  return new Response(writePage(form.pageLanguage, { title, style, content }), {
    headers: { ...htmlHeaders(policy), 'content-language': form.pageLanguage.locale },
  });
}

function writeTerm(term: string, text: string): string {
  return `<div><dt>${escapeHtml(term)}</dt><dd translate="no"><bdi>${escapeHtml(text)}</bdi></dd></div>`;
}

function writeMessage({ code, fields, nothingDone, pageLanguage: { messages } }: PlainForm): string {
  if (code === undefined) return '';
  const says = messages[fields.find((field) => field.code === code)?.says ?? 'wrongOther'];
  return `<p role="alert" id="wrong">${escapeHtml(`${says} ${nothingDone}`)}</p>\n`;
}

function writeField(
  field: PlainField,
  { code: wrong, pageLanguage }: PlainForm,
  brands: readonly CardBrandId[] = [],
): string {
  const { name, label, attributes, code } = field;
  const hint = name === 'CardNumber' && brands.length > 0 ? writeBrands(brands, pageLanguage) : '';
  const described = [hint && 'brands', code === wrong && 'wrong'].filter(Boolean).join(' ');
  const states = `${code === wrong ? ' aria-invalid="true"' : ''}${described && ` aria-describedby="${described}"`}`;
  const input = `<input id="${name}" name="${name}" ${writeAttributes(field, pageLanguage)}${states}>${hint}`;
  const caption = `<label for="${name}">${escapeHtml(pageLanguage.messages[label])}</label>`;
  if (attributes.includes('type="checkbox"')) return `<p class="tick">${input}${caption}</p>`;
  return `<p${attributes.includes(' size=') ? ' class="half"' : ''}>${caption}${input}</p>`;
}

/** In words, because brand icons would need as many texts. */
function writeBrands(brands: readonly CardBrandId[], { messages, locale }: PageLanguage): string {
  const names = brands.map((id) => brandOfId(id)?.name ?? '');
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return `<small id="brands">${escapeHtml(fillIn(messages.weTake, [list]))}</small>`;
}
