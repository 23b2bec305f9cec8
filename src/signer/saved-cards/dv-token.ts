/** Calls about the service's tokens of cards and bank accounts. docs/wire/rest.md section 8. */
import { isFlorinError } from '../../core/errors.js';

/** API codes that mean that the merchant has no such token. */
const NO_TOKEN: ReadonlySet<number | undefined> = new Set([123, 202]);

export function isDvToken(text: string | null | undefined): text is string {
  return /^599999\d{10}$/.test(text ?? '');
}

/** Calls the service about one token. Resolves with undefined when there is no such token. */
export async function askToken<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isFlorinError(error) && error.code === 'api_rejected' && NO_TOKEN.has(error.apiCode)) return undefined;
    throw error;
  }
}
