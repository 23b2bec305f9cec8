/**
 * The challenge page: `GET` shows it, `POST` takes the answer and redirects to the shop. The key in the path is the
 * only credential, so the page needs no cookie and works without scripts in a frame of any page.
 */
import { CHALLENGE_CODE } from '../bank/scenarios.js';
import type { Challenge } from '../challenge.js';
import type { Handler, HandlerOptions } from '../lazy-handler.js';
import { finishChallenge } from '../operations/finish-challenge.js';
import { SUCCESS } from '../rest/api-response.js';
import { readRequestBody } from '../rest/read-request-body.js';
import { addOutcome } from '../rest/redirection.js';
import { CHALLENGE_CSS } from './challenge-css.js';
import { askingPage, endedPage, noChallengePage } from './challenge-page.js';
import { CHALLENGE_SCRIPT } from './challenge-script.js';
import { cspHash } from './csp-hash.js';
import { documentAnswer, logPage } from './document.js';

const PATH = /^\/3ds\/([^/]+)\/?$/;
/** A form with one short member. */
const BODY_LIMIT = 1_024;
const MINUTE_MS = 60_000;
const ENDS = { approve: 'approved', fail: 'failed' } as const;

function isAnswer(text: string | null): text is keyof typeof ENDS {
  return text !== null && Object.hasOwn(ENDS, text);
}

/** An empty code is also accepted, to shorten tests of the rest of a payment. */
function isWrongCode(code: string | null): boolean {
  const typed = (code ?? '').replace(/[\s-]/g, '');
  return typed !== '' && typed !== CHALLENGE_CODE;
}

/** Creates the handler. It returns undefined for other paths. */
export function createChallengeHandler({ context, log }: Pick<HandlerOptions, 'context' | 'log'>): Handler {
  const { clock, store } = context;
  const styleHash = cspHash(CHALLENGE_CSS);
  const scriptHash = cspHash(CHALLENGE_SCRIPT);

  async function answerPage(status: number, text: string): Promise<Response> {
    const policy = [
      "default-src 'none'",
      `style-src '${await styleHash}'`,
      `script-src '${await scriptHash}'`,
      'img-src data:',
      // This list also applies to every redirect after the form, and a shop's return URL may redirect to other origins.
      'form-action http: https:',
      'frame-ancestors http: https:',
      "base-uri 'none'",
    ];
    return documentAnswer(text, policy, { status });
  }

  async function find(challengeKey: string) {
    return store.read(async (view) => {
      const challenge = await view.findChallenge(challengeKey);
      if (!challenge) return undefined;
      const { redirectionUrl = null } = (await view.findAuthKey(challenge.authKey)) ?? {};
      const merchant = await view.findMerchant(challenge.merchantId);
      const transaction = await view.findTransaction(challenge.merchantId, challenge.txnNumber);
      const backTo = redirectionUrl === null ? null : addOutcome(redirectionUrl, SUCCESS, challenge.resultKey);
      return merchant && { challenge, merchant, transaction, backTo };
    });
  }

  type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

  async function timeOut(challenge: Challenge): Promise<void> {
    if (challenge.end === null && challenge.expiresAt <= clock.now()) {
      await finishChallenge(challenge, 'timed_out', context);
    }
  }

  function show({ challenge, merchant, transaction, backTo }: Found, isCodeWrong = false): Promise<Response> {
    if (challenge.end !== null) return answerPage(200, endedPage(challenge.end, backTo));
    const { terms } = challenge.order;
    const text = askingPage({
      merchantName: merchant.name,
      amount: terms.amount,
      currency: terms.currency ?? merchant.defaultCurrency,
      maskedCard: transaction?.card.masked ?? null,
      minutesLeft: Math.max(1, Math.ceil((challenge.expiresAt - clock.now()) / MINUTE_MS)),
      canLeave: backTo !== null,
      isCodeWrong,
    });
    return answerPage(isCodeWrong ? 422 : 200, text);
  }

  async function post(request: Request, found: Found): Promise<Response> {
    const { challenge, backTo } = found;
    const body = await readRequestBody(request, BODY_LIMIT);
    const form = new URLSearchParams(body === 'too_large' ? '' : (body.text ?? ''));
    const answer = form.get('answer');
    if (answer !== 'leave' && !isAnswer(answer)) {
      const text = noChallengePage('Something went wrong', 'Please go back and press one of the buttons.');
      return answerPage(body === 'too_large' ? 413 : 400, text);
    }
    if (answer === 'approve' && isWrongCode(form.get('code'))) return show(found, true);
    if (answer !== 'leave') await finishChallenge(challenge, ENDS[answer], context);
    if (backTo === null) {
      const now = await find(challenge.challengeKey);
      return show(now ?? found);
    }
    return new Response(null, {
      status: 303,
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', Location: backTo },
    });
  }

  async function answer(request: Request, challengeKey: string): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'POST') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } });
    }
    const first = await find(challengeKey.toLowerCase());
    if (first) await timeOut(first.challenge);
    const found = first && (await find(first.challenge.challengeKey));
    if (!found) {
      const text = noChallengePage('Nothing to confirm', 'The link does not work, or the sandbox was reset.');
      return answerPage(404, text);
    }
    return request.method === 'GET' ? show(found) : post(request, found);
  }

  return async (request, path) => {
    const [, challengeKey] = PATH.exec(path) ?? [];
    if (challengeKey === undefined) return undefined;
    const page = { verb: request.method, path: '/3ds/:challengeKey' };
    return logPage(log, page, () => answer(request, challengeKey));
  };
}
