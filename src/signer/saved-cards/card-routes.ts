/**
 * The routes of saved cards, of the service's own frame and of the plain form. `signer.ts` has the
 * other routes.
 */
import { askTokenResult } from '../attempts/ask-result.js';
import { processFrame } from '../attempts/process-frame.js';
import { readResultKey } from '../attempts/result-key.js';
import { findClaim } from '../claims/find-claim.js';
import { answerForm } from '../forms/payment-form.js';
import { pageLanguageFor } from '../forms/plain-messages.js';
import { answerClaimedForm, answerTokenForm } from '../forms/token-form.js';
import { signGrant } from '../frame/frame-keys.js';
import { assertWithinLimit } from '../guards/call-limits.js';
import { accountOf } from '../keys/card-key.js';
import { locationOf } from '../keys/return-address.js';
import { issueTokenKey } from '../keys/token-key.js';
import { Refusal } from '../refusal.js';
import { readFormBody, readJsonBody } from '../request-body.js';
import type { SignerContext } from '../signer-context.js';
import { listCards, readShopper, removeCards } from './saved-cards.js';

/** Entries of one card that one request removes. */
const MOST_ENTRIES = 100;
const SCRIPTED = { methods: ['POST'], isScripted: true } as const;

/** Rows of the signer's route table. */
export const CARD_ROUTES = [
  ['/cards', { ...SCRIPTED, answer: answerCards }],
  ['/cards/remove', { ...SCRIPTED, answer: answerRemove }],
  ['/tokenkey', { ...SCRIPTED, answer: answerTokenKey }],
  ['/tokenresult', { ...SCRIPTED, answer: answerTokenResult }],
  ['/process', { ...SCRIPTED, answer: answerProcess }],
  ['/form', { methods: ['GET', 'POST'], isScripted: false, answer: showForm }],
] as const;

async function answerCards(context: SignerContext, request: Request): Promise<Response> {
  await readJsonBody(request);
  return Response.json(await listCards(context, await readShopper(context, request)));
}

async function answerRemove(context: SignerContext, request: Request): Promise<Response> {
  const { card, others = [] } = await readJsonBody(request);
  if (!Array.isArray(others) || others.length > MOST_ENTRIES) {
    throw new Refusal('bad_request', `others must be a list of at most ${MOST_ENTRIES} handles`);
  }
  const holder = await readShopper(context, request);
  await assertWithinLimit(context.orderCalls, `cards of ${holder.shopper.id}`, 'order');
  return Response.json(await removeCards(context, holder, [card, ...(others as readonly unknown[])]));
}

async function answerTokenKey(context: SignerContext, request: Request): Promise<Response> {
  const body = await readJsonBody(request);
  const holder = await readShopper(context, request);
  const grant = await issueTokenKey(context, holder, body);
  const kind = body['kind'] ?? grant.card?.kind;
  // Florin's frame has no fields for bank accounts.
  if (kind === 'bank_account') return Response.json(grant);
  const storing = { account: accountOf(holder.shopper) };
  return Response.json(await signGrant(context, { request, storing }, grant));
}

async function answerTokenResult(context: SignerContext, request: Request): Promise<Response> {
  const { claim, resultKey } = await readJsonBody(request);
  const found = await findClaim(context, claim);
  return Response.json(await askTokenResult(context, found, readResultKey(resultKey)));
}

async function answerProcess(context: SignerContext, request: Request): Promise<Response> {
  return Response.json(await processFrame(context, await readJsonBody(request)));
}

async function showForm(context: SignerContext, request: Request): Promise<Response> {
  if (request.method === 'POST')
    return answerClaimedForm(context, await readFormBody(request), pageLanguageFor(request));
  const query = new URL(request.url).searchParams;
  if (query.has('purpose')) return answerTokenForm(context, await readShopper(context, request), request);
  return answerForm(context, request, (result) => locationOf(context, result));
}
