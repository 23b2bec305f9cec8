/**
 * `POST /order-result`: `Signer.resultOf` for shops in other languages. The back end signs the name of the order with the
 * key of its order tokens. The path is outside that of `publicUrl`, so a shop's proxy does not forward it.
 */
import { messageOf } from '../monitoring/message-of.js';
import type { OrderTokens } from '../order-tokens/order-token.js';
import { Refusal } from '../refusal.js';
import { readTextOf } from '../request-body.js';
import type { SignerLogEntry } from '../signer-options.js';
import type { Signer } from '../signer.js';

export const RESULT_PATH = '/order-result';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Answers 200 with the result of the order or `null`; 403 for a refused token. Never rejects. */
export async function answerOrderResult(
  request: Request,
  tokens: OrderTokens,
  { signer, log }: { readonly signer: Pick<Signer, 'resultOf'>; readonly log: (entry: SignerLogEntry) => void },
): Promise<Response> {
  try {
    if (request.method !== 'POST')
      throw new Refusal('bad_request', 'This path takes only POST', { status: 405, allow: 'POST' });
    const reading = await tokens.readQuestion((await readTextOf(request, ['application/jwt'])).trim());
    if (reading.status === 'valid') {
      return Response.json(await signer.resultOf(reading.order, reading), { headers: HEADERS });
    }
    const { reason, member = null } = reading;
    log({ level: 'warn', event: 'result_token_refused', reason, member });
    throw new Refusal('order_refused', 'The token is not valid; the log says why');
  } catch (error) {
    const { code, message, status, headers } = error instanceof Refusal ? error : unavailable(error, log);
    return Response.json({ error: { code, message } }, { status, headers: { ...HEADERS, ...headers } });
  }
}

function unavailable(error: unknown, log: (entry: SignerLogEntry) => void): Refusal {
  log({ level: 'error', event: 'store_unreachable', message: messageOf(error) });
  return new Refusal('store_unreachable', 'The store of the signer failed', { retryAfterSeconds: 5 });
}
