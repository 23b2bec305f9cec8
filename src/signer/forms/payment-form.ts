/**
 * The method `webform`: a plain form that the browser posts directly to the service (T6), and that
 * works without script. It is served for each order and never cached, and typed values are never
 * written into a page again. When the service refuses a field, its redirect leads back here with a
 * code (docs/wire/rest.md section 5), and the form is shown again: empty, with a message that names
 * the field.
 */
import { untranslatedHtml } from '../../core/escape-html.js';
import { formatMoney } from '../../core/money/money.js';
import type { Money } from '../../core/money/money.js';
import type { AuthKeyGrant, PaymentResult } from '../../core/pay-api.js';
import { fillIn } from '../../languages/fill-in.js';
import { actionOf, type Claim } from '../claims/claim.js';
import { assertWithinLimit } from '../guards/call-limits.js';
import { issuePaymentKey } from '../keys/payment-key.js';
import { limitKeyOf, priceOrder } from '../keys/price-order.js';
import { refuseClaim } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { isFragmentRequested, writeFormFragment, writeClosedFragment } from './form-fragment.js';
import {
  CARD_HOLDER,
  CARD_NUMBER_AND_EXPIRY,
  type FormLook,
  type PlainField,
  type PlainForm,
  readFormLook,
  writePlainForm,
} from './plain-form.js';
import { type PageLanguage, pageLanguageFor } from './plain-messages.js';

/** In the order of the element's own fields. */
const FIELDS: readonly PlainField[] = [
  ...CARD_NUMBER_AND_EXPIRY,
  {
    name: 'CVN',
    label: 'cvn',
    attributes: 'autocomplete="cc-csc" inputmode="numeric" pattern="[0-9]{3,4}" maxlength="4" size="6" required',
    code: 115,
    says: 'wrongCvn',
  },
  CARD_HOLDER,
];

/**
 * The form of an order, as a page or as a fragment. If the order has nothing to pay: a redirect to
 * a page of the shop, or a sentence.
 * @throws Refusal
 */
export async function answerForm(
  context: SignerContext,
  request: Request,
  locationOf: (result: PaymentResult) => Promise<string>,
): Promise<Response> {
  const look = readFormLook(context);
  const orders = new URL(request.url).searchParams.getAll('order');
  const priced = await priceOrder(context, request, { order: orders.length === 1 ? orders[0] : undefined });
  await assertWithinLimit(context.orderCalls, limitKeyOf(priced.order, priced.terms), 'order');
  const isFragment = isFragmentRequested(request);
  const pageLanguage = pageLanguageFor(request);
  const answer = await issuePaymentKey(context, { ...priced, locale: pageLanguage.locale });
  if (answer.status === 'priced') throw new TypeError('a form asks for a key');
  if (answer.status !== 'granted') {
    const location = await locationOf(answer);
    return isFragment
      ? writeClosedFragment(answer.status, location, pageLanguage)
      : new Response(null, { status: 303, headers: { location } });
  }
  const form = formOf(look, { ...answer, code: undefined, pageLanguage });
  return isFragment ? writeFormFragment(form) : writePlainForm(context, form);
}

/** Shows the form again after the service refused a field; the key stays the same. @throws Refusal `claim_refused` */
export async function showFormAgain(
  context: SignerContext,
  { authKey, order, terms }: Claim,
  shown: Pick<Shown, 'code' | 'pageLanguage'>,
): Promise<Response> {
  if (!authKey) throw refuseClaim();
  const submitUrl = context.addresses.payment(authKey);
  return writePlainForm(
    context,
    formOf(readFormLook(context), { order, submitUrl, amount: terms.amount, ...actionOf(terms), ...shown }),
  );
}

interface Shown {
  readonly order: string;
  readonly submitUrl: string;
  readonly amount: Money;
  readonly action?: AuthKeyGrant['action'] | undefined;
  readonly code: number | undefined;
  readonly pageLanguage: PageLanguage;
}

function formOf(
  { title, backUrl }: FormLook,
  { order, submitUrl, amount, action, code, pageLanguage }: Shown,
): PlainForm {
  const { messages, locale } = pageLanguage;
  const text = fillIn(
    action === 'preauth' ? messages.authorise : action === 'verify_only' ? messages.checkCard : messages.pay,
    [formatMoney(amount, locale)],
  );
  const button = untranslatedHtml(text);
  return {
    pageLanguage,
    title: title ?? text,
    ...(title === undefined && { heading: button }),
    order,
    backUrl: backUrl(order),
    submitUrl,
    fields: FIELDS,
    button,
    code,
    nothingDone: `${messages.notCharged} ${messages.cardAgain}`,
  };
}
