/**
 * Makes the service charge (T10) or store (D11) the card that was typed into the service's own
 * frame. The page names the claim; the key and its terms are the claim's own. The key makes at most
 * one transaction. Before a repeated request is sent, the signer asks the service for the outcome
 * of the first. See docs/guides/methods.md.
 */
import { isFlorinError } from '../../core/errors.js';
import type { ProcessAnswer } from '../../core/pay-api.js';
import { isFieldCode } from '../../core/field-code.js';
import type { SubmissionAnswer } from '../../wire/rest/answers.js';
import type { Claim } from '../claims/claim.js';
import { findClaim } from '../claims/find-claim.js';
import { refuseClaim, Refusal } from '../refusal.js';
import type { FrameService } from '../service/payment-service.js';
import type { SignerContext } from '../signer-context.js';
import { askAttempt, writeUndecided } from './ask-result.js';
import { readResultKey } from './result-key.js';

/** How soon the page may ask again after the service's answer was lost, in milliseconds. */
const LOST_PAUSE = 5_000;
const FOLLOW_REDIRECTION = 300;
const HOLDER_LENGTH = 50;

/** The members that a page may send besides the frame's: no number, no CVN, no amount. */
interface Beside {
  readonly CardDetails?: {
    readonly CardHolderName?: string;
    readonly ExpiryDateMonth?: string;
    readonly ExpiryDateYear?: string;
  };
  readonly AcceptBADirectDebitTC?: boolean;
  /** Whether the shopper agrees to save the card; only for a payment. */
  readonly StoreCard?: boolean;
}

/** @throws Refusal `claim_refused`, `bad_request`, or `service_unreachable` before anything was sent */
export async function processFrame(
  context: SignerContext,
  request: Readonly<Record<string, unknown>>,
): Promise<ProcessAnswer> {
  const { clock, frameService, store } = context;
  if (!frameService)
    throw new Refusal('bad_request', 'This shop does not use the frame of the service', { status: 404 });
  const claim = await findClaim(context, request['claim']);
  const beside = readBeside(request);
  // A superseded or expired key is not sent.
  const isUsable = claim.state === 'live' && claim.authKey !== null && clock.now() < (claim.expiresAt ?? 0);
  if (!isUsable) return askAttempt(context, claim);
  // The card may be charged from now on. A later request asks for the outcome first.
  const isFirst = claim.askedAt === null;
  await store.markAsked(claim.id);
  if (!isFirst) {
    const known = await askAttempt(context, claim);
    if (known.status !== 'open') return known;
  }
  return send(context, frameService, { claim, beside });
}

async function send(
  context: SignerContext,
  service: FrameService,
  { claim, beside }: { claim: Claim; beside: Beside },
): Promise<ProcessAnswer> {
  let answer: SubmissionAnswer;
  try {
    answer = await call(service, claim, beside);
  } catch (error) {
    return answerFailure(context, claim, error);
  }
  const { APIResponse, RedirectionUrl, ResultKey } = answer;
  if (APIResponse.ResponseCode !== FOLLOW_REDIRECTION) return askAfterwards(context, claim, readResultKey(ResultKey));
  const redirectionUrl = RedirectionUrl ?? '';
  if (URL.canParse(redirectionUrl) && new URL(redirectionUrl).origin === context.addresses.origin) {
    return { status: 'challenge', claim: await context.tokens.write(claim.id), redirectionUrl };
  }
  context.log({ level: 'error', event: 'challenge_elsewhere', order: claim.order });
  return askAfterwards(context, claim);
}

/** Calls T10, or D11 for attempts to save. */
function call(
  service: FrameService,
  { authKey, terms }: Claim,
  { StoreCard, ...beside }: Beside,
): Promise<SubmissionAnswer> {
  const key = authKey ?? '';
  switch (terms.action) {
    case 'payment':
    case 'preauth':
    case 'verify_only':
      return service.processIframeTransaction(key, {
        ...(beside.CardDetails && { CardDetails: beside.CardDetails }),
        ...(StoreCard && { StoreCard }),
      });
    case 'add_token':
      return service.processIframeAddToken(key, beside);
    case 'update_token':
      return service.processIframeUpdateToken(key, beside);
    case 'store_token':
      throw refuseClaim();
  }
}

/**
 * After a refused field the key is unchanged. After any other failure the card may have been
 * charged by this call or an earlier one, so the outcome is looked up.
 */
async function answerFailure(context: SignerContext, claim: Claim, error: unknown): Promise<ProcessAnswer> {
  const apiCode = isFlorinError(error) ? error.apiCode : undefined;
  if (apiCode !== undefined && isFieldCode(apiCode) && isFlorinError(error) && error.code === 'api_rejected') {
    return { status: 'field_error', claim: await context.tokens.write(claim.id), apiCode };
  }
  const code = isFlorinError(error) ? error.code : 'internal_error';
  context.log({ level: 'error', event: 'process_failed', code, apiCode: apiCode ?? null, order: claim.order });
  return askAfterwards(context, claim);
}

/**
 * After a call was sent, "nothing found" is not final: the service may still be working on it. Only
 * a transaction that is found is final.
 */
async function askAfterwards(context: SignerContext, claim: Claim, resultKey?: string): Promise<ProcessAnswer> {
  try {
    const result = await askAttempt(context, claim, resultKey);
    if (result.status !== 'open') return result;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'service_unreachable') throw error;
  }
  return writeUndecided(context, claim, LOST_PAUSE);
}

/** @throws Refusal `bad_request` unless it is a holder and an expiry; nothing else is passed on */
function readBeside(request: Readonly<Record<string, unknown>>): Beside {
  const card = (request['card'] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof card !== 'object' || Array.isArray(card)) throw wrongCard();
  const holder = readText(card['holderName'], (text) => text.length <= HOLDER_LENGTH && !/\d{8}/.test(text));
  const month = readText(card['expiryMonth'], (text) => /^\d\d$/.test(text));
  const year = readText(card['expiryYear'], (text) => /^\d\d$/.test(text));
  const details = {
    ...(holder && { CardHolderName: holder }),
    ...(month && { ExpiryDateMonth: month }),
    ...(year && { ExpiryDateYear: year }),
  };
  return {
    ...(Object.keys(details).length > 0 && { CardDetails: details }),
    ...(request['acceptsDirectDebit'] === true && { AcceptBADirectDebitTC: true }),
    ...(request['storeCard'] === true && { StoreCard: true }),
  };
}

function readText(value: unknown, isRight: (text: string) => boolean): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !isRight(value)) throw wrongCard();
  return value;
}

/** Does not quote the value: it may be a card number in the wrong field. */
function wrongCard(): Refusal {
  return new Refusal('bad_request', 'card takes a holderName, an expiryMonth and an expiryYear of two digits');
}
