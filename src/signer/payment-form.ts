/**
 * The method `webform`: a plain form that the browser posts straight to the service (T6), and that works without any
 * script. Served per order and never kept; what was typed is never written into a page again. A field that the service
 * refused leads back here with its code (wire/rest.md section 5), and the form is shown again, empty but for the words
 * that say what to mend.
 */
import { formatMoney } from '../core/money/money.js';
import type { Money } from '../core/money/money.js';
import { assertWithinLimit } from './call-limits.js';
import { isPartAsked, writeFormPart, writeOverPart } from './form-part.js';
import { issueKey } from './issue-key.js';
import { CARD_HOLDER, CARD_NUMBER_AND_EXPIRY, type PlainField, type PlainForm, writePlainForm } from './plain-form.js';
import { priceOrder } from './price-order.js';
import { refuseClaim, Refusal } from './refusal.js';
import type { SignerContext } from './signer-context.js';

/** In the order of the element's own fields. */
const FIELDS: readonly PlainField[] = [
  ...CARD_NUMBER_AND_EXPIRY,
  {
    name: 'CVN',
    label: 'Security code',
    attributes: 'autocomplete="cc-csc" inputmode="numeric" pattern="[0-9]{3,4}" maxlength="4" size="6" required',
    code: 115,
    says: 'Enter the three or four digits of the security code.',
  },
  CARD_HOLDER,
];

/**
 * The form of an order, as a page or as a part of one. For an order that has nothing to be paid, the address of a shop's page,
 * or a sentence.
 * @throws Refusal
 */
export async function answerForm(
  context: SignerContext,
  request: Request,
  locationOf: (result: Exclude<Awaited<ReturnType<typeof issueKey>>, { status: 'granted' }>) => string,
): Promise<Response> {
  if (!context.webform) throw new Refusal('bad_request', 'This shop has no plain form', { status: 404 });
  const orders = new URL(request.url).searchParams.getAll('order');
  const priced = await priceOrder(context, request, { order: orders.length === 1 ? orders[0] : undefined });
  await assertWithinLimit(context.orderCalls, priced.order, 'order');
  const answer = await issueKey(context, priced);
  const isPart = isPartAsked(request);
  if (answer.status !== 'granted') {
    const location = locationOf(answer);
    return isPart ? writeOverPart(answer.status, location) : new Response(null, { status: 303, headers: { location } });
  }
  const form = formOf(context, { submitUrl: answer.submitUrl, amount: answer.amount, code: undefined });
  return isPart ? writeFormPart(form) : writePlainForm(context, form);
}

/** The form again, after the service refused a field of it; the key is as it was. @throws Refusal `claim_refused` */
export async function showFormAgain(context: SignerContext, claimId: string, code: number): Promise<Response> {
  const claim = await context.store.readClaim(claimId);
  if (!claim?.authKey) throw refuseClaim();
  const { amount } = claim.terms;
  return writePlainForm(
    context,
    formOf(context, { submitUrl: context.addresses.payment(claim.authKey), amount, code }),
  );
}

interface Shown {
  readonly submitUrl: string;
  readonly amount: Money;
  readonly code: number | undefined;
}

function formOf({ webform }: SignerContext, { submitUrl, amount, code }: Shown): PlainForm {
  return {
    title: webform?.title ?? 'Pay',
    submitUrl,
    fields: FIELDS,
    button: `Pay ${formatMoney(amount, 'en-AU')}`,
    code,
    nothingDone: 'Nothing was charged. Please enter the card again.',
  };
}
