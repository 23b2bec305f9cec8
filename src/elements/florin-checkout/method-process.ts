/**
 * Details that were typed in the service's own frame wait at the service: the shop's signer asks it
 * to process them (T10, D11).
 */
import { type Exchange, postJson } from '../../checkout/exchange.js';
import { signerAddress } from '../../checkout/origins.js';
import { readRefusal } from '../../checkout/signer-calls.js';
import { SUBMIT_TIMEOUT_SECONDS, type SubmitAnswer } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';
import { membersOf } from '../../core/members-of.js';
import type { ProcessRequest } from '../../core/pay-api.js';
import { REFUSALS } from '../../core/refusals.js';

const LOAD_SECONDS = 20;
/** The frame sends the details as soon as they are complete; a quick press of the button can come before that. */
const RETRY_MS = 1_500;

/** @throws FlorinError when the signer has sent nothing to the service */
export async function processFrame(
  signerUrl: string,
  request: ProcessRequest,
  exchange: Exchange,
): Promise<SubmitAnswer | 'incomplete'> {
  const answer = await ask(signerUrl, request, exchange);
  if (answer !== 'incomplete') return answer;
  await pause(RETRY_MS, exchange.timers, exchange.signal);
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
  const { status, redirectionUrl } = membersOf(answer.json);
  if (answer.status === 200) {
    if (status === 'field_error') return 'incomplete';
    if (status === 'challenge' && typeof redirectionUrl === 'string') return { kind: 'challenge', redirectionUrl };
    // All other answers are an outcome, or still unknown: the flow asks for it by the claim.
    return typeof status === 'string' ? { kind: 'finished', resultKey: '' } : { kind: 'lost' };
  }
  const { code, message } = readRefusal(answer.json);
  // An error of a server in front of the signer, or of the store, does not tell whether the service
  // has processed the card.
  if (code === undefined || code === 'store_unreachable') return { kind: 'lost' };
  throw new FlorinError(REFUSALS[code].error, `The signer's process answered ${answer.status}: ${message}`);
}

/**
 * A frame fires `load` even if its document could not be loaded, so the same address is requested
 * separately. Rejects when it cannot be loaded.
 */
export async function reachFrame(src: string, signal: AbortSignal): Promise<void> {
  await globalThis.fetch(src, {
    mode: 'no-cors',
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LOAD_SECONDS * 1000)]),
  });
}
