import { postJson } from '../../checkout/exchange.js';
import { browserTimers } from '../../checkout/timers.js';
import type { ReferencesRequest, SignerRefusal } from '../../core/pay-api.js';

const TIMEOUT_SECONDS = 15;

type Refused = SignerRefusal['error']['reference'];

/** Asks the signer whether it would take references: which one it refuses, or undefined. A lost answer refuses nothing. */
export async function askReferences(signerUrl: string, request: ReferencesRequest): Promise<Refused> {
  const url = `${signerUrl.replace(/\/+$/, '')}/references`;
  const signal = new AbortController().signal;
  const exchange = { fetch: globalThis.fetch.bind(globalThis), timers: browserTimers, signal };
  try {
    const init = { credentials: 'same-origin' } as const;
    const { status, json } = await postJson(url, request, { timeoutSeconds: TIMEOUT_SECONDS, init, exchange });
    const error = (json as Partial<SignerRefusal> | undefined)?.error;
    if (status === 400) console.warn(`florin-references: ${error?.message ?? 'the signer refuses the question'}`);
    return status === 422 ? error?.reference : undefined;
  } catch {
    return undefined;
  }
}
