/** The merchant of a request before it is handled: that of its credentials, its key or its challenge. */
import type { Authenticate } from '../authenticate.js';
import { SandboxFault } from '../fault.js';
import { findKey } from '../request-log/describe-call.js';
import { readSentKey } from '../sent-key.js';
import type { Store, StoreView } from '../store/store.js';
import { keyOf } from './operation-names.js';

const CHALLENGE = /^\/3ds\/([^/]+)/;

/** Whose credentials these are. Wrong ones are nobody's: they must not use up a fault of the named merchant. */
async function merchantBy(authorization: string | null, authenticate: Authenticate): Promise<string | undefined> {
  try {
    return (await authenticate(authorization)).merchant.number;
  } catch (error) {
    if (error instanceof SandboxFault) return undefined;
    throw error;
  }
}

async function findId(request: Request, path: string, view: StoreView): Promise<number | undefined> {
  const [, challenge] = CHALLENGE.exec(path) ?? [];
  if (challenge !== undefined) return (await view.findChallenge(readSentKey(challenge)))?.merchantId;
  const key = keyOf(request);
  return key === undefined ? undefined : (await findKey(key, view))?.merchantId;
}

/** Resolves with the merchant's number; undefined when the request has none. */
export async function findMerchantOf(
  request: Request,
  path: string,
  { store, authenticate }: { readonly store: Store; readonly authenticate: Authenticate },
): Promise<string | undefined> {
  const named = await store.read(async (view) => {
    const id = await findId(request, path, view);
    return id === undefined ? undefined : (await view.findMerchant(id))?.number;
  });
  return named ?? merchantBy(request.headers.get('authorization'), authenticate);
}
