/**
 * Has what waits in the service's own frame charged (T10) or stored (D11). The page names the claim; the key, and with it
 * the terms, are the claim's own. The key makes at most one transaction; still nothing is sent a second time before the
 * service was asked what became of the first. See docs/guides/methods.md.
 */
import { isFlorinError } from '../core/errors.js';
import type { ProcessAnswer } from '../core/pay-api.js';
import type { SubmissionAnswer } from '../wire/rest/answers.js';
import { askAttempt, writeUndecided } from './ask-result.js';
import type { Claim } from './claim.js';
import type { FrameService } from './payment-service.js';
import { refuseClaim, Refusal } from './refusal.js';
import { readResultKey } from './result-key.js';
import type { SignerContext } from './signer-context.js';

/** How soon the page may ask when the service's answer was lost, in milliseconds. */
const LOST_PAUSE = 5_000;
const FOLLOW_REDIRECTION = 300;
const HOLDER_LENGTH = 50;

/** What may be said beside the frame: no number, no CVN, no amount. */
interface Beside {
  readonly CardDetails?: {
    readonly CardHolderName?: string;
    readonly ExpiryDateMonth?: string;
    readonly ExpiryDateYear?: string;
  };
  readonly AcceptBADirectDebitTC?: boolean;
  /** The shopper agrees that the card is saved; of a payment only. */
  readonly StoreCard?: boolean;
}

/** @throws Refusal `claim_refused`, `bad_request`, or `service_unreachable` before anything was sent */
export async function processFrame(
  context: SignerContext,
  request: Readonly<Record<string, unknown>>,
): Promise<ProcessAnswer> {
  const { clock, frameService, store } = context;
  if (!frameService) throw new Refusal('bad_request', 'This shop does not use the frame', { status: 404 });
  const claimId = await context.tokens.read(request['claim']);
  const claim = claimId === undefined ? undefined : await store.readClaim(claimId);
  if (!claim) throw refuseClaim();
  const beside = readBeside(request);
  // A key whose price has changed, or that is dead, is not sent: nothing would be right about it.
  const isUsable = claim.state === 'live' && claim.authKey !== null && clock.now() < (claim.expiresAt ?? 0);
  if (!isUsable) return askAttempt(context, claim);
  // From here on the card may be charged. Whoever comes after somebody else looks first.
  const isFirst = claim.askedAt === null;
  await store.markAsked(claim.id, clock.now());
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

/** T10, or D11 for the claim's task. */
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

/** A refused field leaves the key as it was. All else may have been done, now or by a call before: that is looked up. */
async function answerFailure(context: SignerContext, claim: Claim, error: unknown): Promise<ProcessAnswer> {
  const apiCode = isFlorinError(error) ? error.apiCode : undefined;
  if (apiCode !== undefined && apiCode >= 100 && apiCode <= 199) {
    return { status: 'field_error', claim: await context.tokens.write(claim.id), apiCode };
  }
  const code = isFlorinError(error) ? error.code : 'internal_error';
  context.log({ level: 'error', event: 'process_failed', code, apiCode: apiCode ?? null, order: claim.order });
  return askAfterwards(context, claim);
}

/**
 * After something was sent, "nothing found" is no end: the service may be at work on it still. Only its own answer is
 * one, or a transaction that is found.
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

/** @throws Refusal `bad_request` for what is no holder and no expiry; nothing else is passed on */
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

/** Nothing of it is quoted: it could be a number that somebody put in the wrong place. */
function wrongCard(): Refusal {
  return new Refusal('bad_request', 'card takes a holderName, an expiryMonth and an expiryYear of two digits');
}
