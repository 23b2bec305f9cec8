/** Logins by cookie: they open the batch, bank and settlement operations. wire/soap.md section 3, "Login". */
import type { Clock } from '../clock.js';
import type { Caller } from '../merchant.js';
import type { Random } from '../random.js';

const COOKIE = 'ASP.NET_SessionId';
const COOKIE_LENGTH = 24;
/** Sliding life of a login, in milliseconds. */
const LIFE_MS = 20 * 60 * 1_000;
/** The oldest of more logins than that ends. Sandbox choice. */
const MOST_LOGINS = 1_000;

/** Who is logged in, in memory: a restart ends every login. */
export interface Logins {
  /** Begins a login under a new id. Returns the value of Set-Cookie. */
  begin(caller: Caller): string;
  /** The live login of a request's Cookie header; looking keeps it alive. */
  find(cookie: string | null): Caller | undefined;
  end(cookie: string | null): void;
}

/** Makes the book of logins. */
export function createLogins({ clock, random }: { readonly clock: Clock; readonly random: Random }): Logins {
  const logins = new Map<string, { readonly caller: Caller; readonly until: number }>();

  /** Moves a login to the end of the map, so that its first is always the one that was used longest ago. */
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
