/** The merchant of a request before it is handled: the one that its credentials, its key or its challenge name. */
import { readAuthorization } from '../../wire/rest/credentials.js';
import { findKey } from '../request-log/describe-call.js';
import { readSentKey } from '../sent-key.js';
import type { Store, StoreView } from '../store/store.js';
import { keyOf } from './operation-names.js';

const CHALLENGE = /^\/3ds\/([^/]+)/;

/** The number that credentials name, right or wrong. */
function merchantIn(authorization: string | null): string | undefined {
  try {
    return readAuthorization(authorization).merchantNumber;
  } catch {
    return undefined;
  }
}

async function findId(request: Request, path: string, view: StoreView): Promise<number | undefined> {
  const [, challenge] = CHALLENGE.exec(path) ?? [];
  if (challenge !== undefined) return (await view.findChallenge(readSentKey(challenge)))?.merchantId;
  const key = keyOf(request);
  return key === undefined ? undefined : (await findKey(key, view))?.merchantId;
}

/** Resolves with the merchant's number; undefined when the request names none. */
export async function findMerchantOf(request: Request, path: string, store: Store): Promise<string | undefined> {
  const named = await store.read(async (view) => {
    const id = await findId(request, path, view);
    return id === undefined ? undefined : (await view.findMerchant(id))?.number;
  });
  return named ?? merchantIn(request.headers.get('authorization'));
}
