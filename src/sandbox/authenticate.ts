/** Authenticates callers by their Authorization header. docs/wire/rest.md section 1. */
import { readAuthorization } from '../wire/rest/credentials.js';
import { SandboxFault } from './fault.js';
import type { Hmac } from './hmac.js';
import { hashPassword, verifyPassword } from './password.js';
import type { Store, StoredCaller } from './store/store.js';

const DIGEST_KEY_BYTES = 32;
/** Number of verified credentials in the cache. Beyond it, each call pays for the slow password hash. */
const CACHE_SIZE = 500;

/** Resolves with the caller. @throws SandboxFault 1, 3, 210 */
export type Authenticate = (authorization: string | null) => Promise<StoredCaller>;

/** The user whose password is checked. */
interface Name {
  readonly merchantNumber: string;
  readonly username: string;
}

/** Cached result of a verified header. */
interface Match extends Name {
  readonly passwordHash: string;
}

/**
 * Creates the authentication. The slow hash of a correct password is computed once. After that, the sandbox recognises
 * the header by an HMAC digest, whose key lives as long as the process, together with the stored password hash that it
 * matched. So a changed password takes effect at once, and no password stays in memory.
 */
export function createAuthenticate(store: Store, hmac: Hmac): Authenticate {
  const digest = hmac(crypto.getRandomValues(new Uint8Array(DIGEST_KEY_BYTES)));
  const unknownUserHash = hashPassword('');
  const matches = new Map<string, Match>();

  function remember(digested: string, match: Match): void {
    if (matches.size >= CACHE_SIZE) matches.delete(matches.keys().next().value ?? '');
    matches.set(digested, match);
  }

  const find = ({ merchantNumber, username }: Name): Promise<StoredCaller | undefined> =>
    store.read((view) => view.findCaller(merchantNumber, username));

  return async (authorization) => {
    const digested = await digest(authorization ?? '');
    const match = matches.get(digested);
    const matched = match && (await find(match));
    if (matched && matched.passwordHash === match.passwordHash) return admit(matched);
    const { username, merchantNumber, password } = readHeader(authorization);
    const found = await find({ merchantNumber, username });
    // The password of an unknown user is hashed too, so that the response time does not show which users exist.
    const isRight = await verifyPassword(password, found ?? (await unknownUserHash));
    if (!found || !isRight) throw new SandboxFault(1);
    remember(digested, { merchantNumber, username, passwordHash: found.passwordHash });
    return admit(found);
  };
}

/**
 * Only a caller with the right password learns that the merchant is closed or the user inactive. @throws SandboxFault
 * 3, 210
 */
function admit(caller: StoredCaller): StoredCaller {
  if (caller.merchant.settings.isClosed) throw new SandboxFault(210);
  if (!caller.isActive) throw new SandboxFault(3);
  return caller;
}

function readHeader(authorization: string | null) {
  try {
    return readAuthorization(authorization);
  } catch {
    throw new SandboxFault(1);
  }
}
