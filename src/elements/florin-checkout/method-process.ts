/** What is typed in the service's own frame waits there: the shop's signer has it processed (T10, D11). */
import { type Exchange, postJson } from '../../checkout/exchange.js';
import { signerAddress } from '../../checkout/origins.js';
import { readRefusal } from '../../checkout/signer-calls.js';
import { SUBMIT_TIMEOUT_SECONDS, type SubmitAnswer } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';
import { REFUSALS } from '../../core/refusals.js';

const LOAD_SECONDS = 20;
/** The frame sends what is typed as soon as it is complete; a quick press of the button can be there before it. */
const KEPT_MS = 1_500;

/** What the signer is told: whose frame it is, and whether the shopper agrees that the card is saved. */
export interface ProcessRequest {
  readonly claim: string;
  readonly storeCard?: boolean;
}

/** @throws FlorinError when the signer has sent nothing on */
export async function processFrame(
  signerUrl: string,
  request: ProcessRequest,
  exchange: Exchange,
): Promise<SubmitAnswer | 'incomplete'> {
  const answer = await ask(signerUrl, request, exchange);
  if (answer !== 'incomplete') return answer;
  await pause(KEPT_MS, exchange.timers, exchange.signal);
  return ask(signerUrl, request, exchange);
}

async function ask(
  signerUrl: string,
  request: ProcessRequest,
  exchange: Exchange,
): Promise<SubmitAnswer | 'incomplete'> {
  const url = signerAddress(signerUrl, 'process');
  let answer;
  try {
    const init = { credentials: 'same-origin' } as const;
    answer = await postJson(url, request, { timeoutSeconds: 2 * SUBMIT_TIMEOUT_SECONDS, init, exchange });
  } catch (cause) {
    return { kind: 'lost', cause };
  }
  const { status, redirectionUrl } = (answer.json ?? {}) as { status?: unknown; redirectionUrl?: unknown };
  if (answer.status === 200) {
    if (status === 'field_error') return 'incomplete';
    if (status === 'challenge' && typeof redirectionUrl === 'string') return { kind: 'challenge', redirectionUrl };
    // The rest is an end, or not known yet: the flow asks for it by the claim.
    return typeof status === 'string' ? { kind: 'finished', resultKey: '' } : { kind: 'lost' };
  }
  const { code, message } = readRefusal(answer.json);
  // A server in front of the signer does not know what was sent; the store can fail after the service has answered.
  if (code === undefined || code === 'store_unreachable') return { kind: 'lost' };
  throw new FlorinError(REFUSALS[code].error, `The signer's process answered ${answer.status}: ${message}`);
}

/**
 * A frame says that it has loaded also when it could not: the same address, asked for beside it, does not.
 * Rejects when it cannot be had.
 */
export async function reachFrame(src: string, signal: AbortSignal): Promise<void> {
  await globalThis.fetch(src, {
    mode: 'no-cors',
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LOAD_SECONDS * 1000)]),
  });
}
