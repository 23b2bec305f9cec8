import { createExchange, postJson } from '../../checkout/exchange.js';
import { signerAddress } from '../../checkout/origins.js';
import type { ReferencesRequest, SignerRefusal } from '../../core/pay-api.js';

const TIMEOUT_SECONDS = 15;

type Refused = SignerRefusal['error']['reference'];

/** Asks the signer to check references: returns the refused one, or undefined. A lost answer refuses nothing. */
export async function askReferences(signerUrl: string, request: ReferencesRequest): Promise<Refused> {
  const exchange = createExchange(new AbortController().signal);
  try {
    const init = { credentials: 'same-origin' } as const;
    const { json } = await postJson(signerAddress(signerUrl, 'references'), request, {
      timeoutSeconds: TIMEOUT_SECONDS,
      init,
      exchange,
    });
    const error = (json as Partial<SignerRefusal> | undefined)?.error;
    if (error?.code === 'bad_request')
      console.warn(`florin-references: ${error?.message ?? 'the signer refuses the question'}`);
    return error?.reference;
  } catch {
    return undefined;
  }
}
