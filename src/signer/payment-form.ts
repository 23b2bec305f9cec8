/**
 * The method `webform`: a plain form that the browser posts straight to the service (T6), and that works without any
 * script. Served per order and never kept; what was typed is never written into a page again. A field that the service
 * refused leads back here with its code (wire/rest.md section 5), and the form is shown again, empty but for the words
 * that say what to mend.
 */
import { formatMoney } from '../core/money/money.js';
import type { Money } from '../core/money/money.js';
import { assertWithinLimit } from './call-limits.js';
import { issueKey } from './issue-key.js';
import { priceOrder } from './price-order.js';
import { refuseClaim, Refusal } from './refusal.js';
import type { SignerContext } from './signer-context.js';

interface Field {
  /** As T6 takes it. wire/rest.md section 4. */
  readonly name: string;
  readonly label: string;
  readonly attributes: string;
  readonly code: number;
  readonly says: string;
}

const FIELDS: readonly Field[] = [
  {
    name: 'CardHolderName',
    label: 'Name on card',
    attributes: 'autocomplete="cc-name" maxlength="50"',
    code: 113,
    says: 'Enter the name as it is written on the card.',
  },
  {
    name: 'CardNumber',
    label: 'Card number',
    attributes: 'autocomplete="cc-number" inputmode="numeric" maxlength="23" required',
    code: 112,
    says: 'Check the card number.',
  },
  {
    name: 'ExpiryDateMonth',
    label: 'Expiry month (MM)',
    attributes: 'autocomplete="cc-exp-month" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" size="4" required',
    code: 114,
    says: 'Check the expiry date, two digits each.',
  },
  {
    name: 'ExpiryDateYear',
    label: 'Expiry year (YY)',
    attributes: 'autocomplete="cc-exp-year" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" size="4" required',
    code: 114,
    says: 'Check the expiry date, two digits each.',
  },
  {
    name: 'CVN',
    label: 'Security code',
    attributes: 'autocomplete="cc-csc" inputmode="numeric" pattern="[0-9]{3,4}" maxlength="4" size="6" required',
    code: 115,
    says: 'Enter the three or four digits of the security code.',
  },
];

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'label{display:block;margin-top:1rem}input{font:inherit;box-sizing:border-box;max-width:100%;padding:.5rem}' +
  'button{font:inherit;margin-top:1.5rem;padding:.6rem 1.2rem}[role=alert]{color:#b00020}' +
  '@media(prefers-color-scheme:dark){[role=alert]{color:#ff9b9b}}';

/** The form of an order. The address of a shop's page for an order that has nothing to be paid. @throws Refusal */
export async function answerForm(
  context: SignerContext,
  request: Request,
  locationOf: (result: Exclude<Awaited<ReturnType<typeof issueKey>>, { status: 'granted' }>) => string,
): Promise<Response> {
  if (!context.webform) throw new Refusal('bad_request', 'This shop has no plain form', { status: 404 });
  const orders = new URL(request.url).searchParams.getAll('order');
  const priced = await priceOrder(context, request, orders.length === 1 ? orders[0] : undefined);
  await assertWithinLimit(context.orderCalls, priced.order);
  const answer = await issueKey(context, priced);
  if (answer.status !== 'granted') {
    return new Response(null, { status: 303, headers: { location: locationOf(answer) } });
  }
  return writePage(context, { submitUrl: answer.submitUrl, amount: answer.amount, code: undefined });
}

/** The form again, after the service refused a field of it; the key is as it was. @throws Refusal `claim_refused` */
export async function showFormAgain(context: SignerContext, claimId: string, code: number): Promise<Response> {
  const claim = await context.store.readClaim(claimId);
  if (!claim?.authKey) throw refuseClaim();
  const { amount } = claim.terms;
  return writePage(context, { submitUrl: context.addresses.payment(claim.authKey), amount, code });
}

interface Shown {
  readonly submitUrl: string;
  readonly amount: Money;
  readonly code: number | undefined;
}

async function writePage({ addresses, origins, webform }: SignerContext, shown: Shown): Promise<Response> {
  const policy = [
    "default-src 'none'",
    `style-src '${await hashOf(STYLE)}'`,
    // The service takes the form and sends the browser back to the shop: a policy looks at each of these steps.
    `form-action ${[addresses.origin, ...origins.all].join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ];
  const title = escape(webform?.title ?? 'Pay');
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${writeMessage(shown.code)}<form method="post" action="${escape(shown.submitUrl)}" autocomplete="on">
${FIELDS.map((field) => writeField(field, shown.code)).join('\n')}
<p><button>Pay ${escape(formatMoney(shown.amount, 'en-AU'))}</button></p>
</form>
</main>
`;
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
  });
}

function writeMessage(code: number | undefined): string {
  if (code === undefined) return '';
  const says = FIELDS.find((field) => field.code === code)?.says ?? 'Something in the form was not accepted.';
  return `<p role="alert" id="wrong">${says} Nothing was charged. Please enter the card again.</p>\n`;
}

function writeField({ name, label, attributes, code }: Field, wrong: number | undefined): string {
  const invalid = code === wrong ? ' aria-invalid="true" aria-describedby="wrong"' : '';
  return `<label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}${invalid}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
