/** SOAP messages of refusals about tokens. docs/wire/soap.md section 4, rows 6 and 7. */
import { API_CODES, type ApiCode } from '../../wire/codes.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { ServiceError } from './service-error.js';

/** Message for an invalid token or one that the merchant does not have. Row 7. */
const INVALID_TOKEN = 'invalid token';

/** Messages that follow the pattern of the known ones. Sandbox choice. */
const MESSAGES: Partial<Readonly<Record<ApiCode, string>>> = {
  106: 'invalid CRN1',
  107: 'invalid CRN2',
  108: 'invalid CRN3',
  112: 'invalid card number',
  114: 'invalid expiry date',
  118: 'invalid transaction number',
  123: INVALID_TOKEN,
  124: 'invalid account number',
  125: 'invalid BSB',
  126: 'invalid account name',
  202: INVALID_TOKEN,
};

/** Gives an operation's refusals their SOAP messages. A refusal with its own text keeps it. */
export function withSoapMessages<Q, A>(
  run: (request: Q, context: Context, caller: Caller) => Promise<A>,
): (request: Q, context: Context, caller: Caller) => Promise<A> {
  return async (request, context, caller) => {
    try {
      return await run(request, context, caller);
    } catch (error) {
      if (!(error instanceof SandboxFault) || error.message !== API_CODES[error.apiCode]) throw error;
      throw new ServiceError(MESSAGES[error.apiCode] ?? error.message);
    }
  };
}
