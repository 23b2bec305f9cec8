/** What is typed in the service's own frame waits there: the shop's signer has it processed (T10, D11). */
import { type Exchange, postJson } from '../../checkout/exchange.js';
import { SUBMIT_TIMEOUT_SECONDS, type SubmitAnswer } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';

const LOAD_SECONDS = 20;
/** The frame sends what is typed as soon as it is complete; a quick press of the button can be there before it. */
const KEPT_MS = 1_500;

/** @throws FlorinError when the signer has sent nothing on */
export async function processFrame(
  signerUrl: string,
  claim: string,
  exchange: Exchange,
): Promise<SubmitAnswer | 'incomplete'> {
  const answer = await ask(signerUrl, claim, exchange);
  if (answer !== 'incomplete') return answer;
  await pause(KEPT_MS, exchange.timers, exchange.signal);
  return ask(signerUrl, claim, exchange);
}

async function ask(signerUrl: string, claim: string, exchange: Exchange): Promise<SubmitAnswer | 'incomplete'> {
  let answer;
  try {
    const url = `${signerUrl.replace(/\/+$/, '')}/process`;
    const init = { credentials: 'same-origin' } as const;
    answer = await postJson(url, { claim }, { timeoutSeconds: 2 * SUBMIT_TIMEOUT_SECONDS, init, exchange });
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
  if (answer.status === 429) throw new FlorinError('rate_limited', 'The signer asks to wait');
  if (answer.status === 503) throw new FlorinError('service_unreachable', 'The signer sent nothing on');
  if (answer.status < 500) throw new FlorinError('configuration_invalid', `The signer answered ${answer.status}`);
  return { kind: 'lost' };
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
