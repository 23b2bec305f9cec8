/** Who is calling: the check of an Authorization header. wire/rest.md section 1. */
import { readAuthorization } from '../wire/rest/credentials.js';
import { SandboxFault } from './fault.js';
import type { Hmac } from './hmac.js';
import type { Caller } from './merchant.js';
import { hashPassword, verifyPassword } from './password.js';
import type { Store, StoredCaller } from './store/store.js';

const DIGEST_KEY_BYTES = 32;
/** Verified credentials that are remembered. More callers than that are checked slowly each time. */
const REMEMBERED = 500;

/** Resolves with the caller. @throws SandboxFault 1, 3, 210 */
export type Authenticate = (authorization: string | null) => Promise<Caller>;

/** Whose password is checked. */
interface Name {
  readonly merchantNumber: string;
  readonly username: string;
}

/** What a header was found to be. */
interface Match extends Name {
  readonly passwordHash: string;
}

/**
 * Makes the check. The slow hash of a right password is worked out once: afterwards the sandbox knows the header
 * by a digest, keyed with a key that lives as long as the process, beside the stored hash that they matched. So a
 * changed password is noticed at once, and memory holds no password.
 */
export function createAuthenticate(store: Store, hmac: Hmac): Authenticate {
  const digest = hmac(crypto.getRandomValues(new Uint8Array(DIGEST_KEY_BYTES)));
  const strangersHash = hashPassword('');
  const matches = new Map<string, Match>();

  function remember(digested: string, match: Match): void {
    if (matches.size >= REMEMBERED) matches.delete(matches.keys().next().value ?? '');
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
    // A stranger's password is hashed as well: the time of an answer does not tell which names exist.
    const isRight = await verifyPassword(password, found ?? (await strangersHash));
    if (!found || !isRight) throw new SandboxFault(1);
    remember(digested, { merchantNumber, username, passwordHash: found.passwordHash });
    return admit(found);
  };
}

/** Only who knows the password learns that it opens nothing any more. @throws SandboxFault 3, 210 */
function admit(caller: StoredCaller): Caller {
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
