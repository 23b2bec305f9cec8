/** Logins by cookie for the batch, bank and settlement operations. docs/wire/soap.md section 3, "Login". */
import type { Clock } from '../clock.js';
import type { Caller } from '../merchant.js';
import type { Random } from '../random.js';

const COOKIE = 'ASP.NET_SessionId';
const COOKIE_LENGTH = 24;
/** Sliding lifetime of a login, in milliseconds. */
const LIFE_MS = 20 * 60 * 1_000;
/** Maximum number of logins. Beyond it, the oldest ends. Sandbox choice. */
const MOST_LOGINS = 1_000;

/** The current logins, in memory. A restart ends every login. */
export interface Logins {
  /** Starts a login with a new id. Returns the value of Set-Cookie. */
  begin(caller: Caller): string;
  /** Finds the login of a Cookie header and extends its lifetime. */
  find(cookie: string | null): Caller | undefined;
  end(cookie: string | null): void;
}

/** Creates an empty list of logins. */
export function createLogins({ clock, random }: { readonly clock: Clock; readonly random: Random }): Logins {
  const logins = new Map<string, { readonly caller: Caller; readonly until: number }>();

  /** Moves a login to the end of the map, so that the first entry is the least recently used. */
  function keep(id: string, caller: Caller): void {
    logins.delete(id);
    logins.set(id, { caller, until: clock.now() + LIFE_MS });
    if (logins.size > MOST_LOGINS) logins.delete(logins.keys().next().value ?? '');
  }

  return {
    begin(caller) {
      const id = random.digits(COOKIE_LENGTH);
      keep(id, caller);
      return `${COOKIE}=${id}; path=/; HttpOnly`;
    },
    find(cookie) {
      const id = readCookie(cookie);
      const login = logins.get(id);
      if (!login) return undefined;
      if (login.until <= clock.now()) {
        logins.delete(id);
        return undefined;
      }
      keep(id, login.caller);
      return login.caller;
    },
    end(cookie) {
      logins.delete(readCookie(cookie));
    },
  };
}

function readCookie(header: string | null): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${COOKIE}=`));
  return own?.slice(COOKIE.length + 1) ?? '';
}
