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

/** A login, for the back office. Times are by the machine's clock. */
export interface ListedLogin {
  /** Number of the login in this process. It is no cookie. */
  readonly number: number;
  readonly caller: Caller;
  readonly startedAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
}

/** The current logins, in memory. A restart ends every login. */
export interface Logins {
  /** Starts a login with a new id. Returns the value of Set-Cookie. */
  begin(caller: Caller): string;
  /** Finds the login of a Cookie header and extends its lifetime. */
  find(cookie: string | null): Caller | undefined;
  end(cookie: string | null): void;
  /** Current logins of a merchant. */
  list(merchantId: number): readonly ListedLogin[];
  /** Ends a login of a merchant by its number; false without such a login. */
  endByNumber(merchantId: number, number: number): boolean;
}

/** Times are by the sandbox's clock. */
type Login = Omit<ListedLogin, 'expiresAt'>;

/** Creates an empty list of logins. */
export function createLogins({ clock, random }: { readonly clock: Clock; readonly random: Random }): Logins {
  const logins = new Map<string, Login>();
  let count = 0;

  const isOver = ({ usedAt }: Login): boolean => usedAt + LIFE_MS <= clock.now();

  /** Moves a login to the end of the map, so that the first entry is the least recently used. */
  function keep(id: string, login: Omit<Login, 'usedAt'>): void {
    logins.delete(id);
    logins.set(id, { ...login, usedAt: clock.now() });
    if (logins.size > MOST_LOGINS) logins.delete(logins.keys().next().value ?? '');
  }

  return {
    begin(caller) {
      const id = random.digits(COOKIE_LENGTH);
      count += 1;
      keep(id, { number: count, caller, startedAt: clock.now() });
      return `${COOKIE}=${id}; path=/; HttpOnly`;
    },
    find(cookie) {
      const id = readCookie(cookie);
      const login = logins.get(id);
      if (!login) return undefined;
      if (isOver(login)) {
        logins.delete(id);
        return undefined;
      }
      keep(id, login);
      return login.caller;
    },
    end(cookie) {
      logins.delete(readCookie(cookie));
    },
    list(merchantId) {
      const { offset } = clock;
      return [...logins.values()]
        .filter((login) => login.caller.merchant.id === merchantId && !isOver(login))
        .map(({ startedAt, usedAt, ...login }) => ({
          ...login,
          startedAt: startedAt - offset,
          usedAt: usedAt - offset,
          expiresAt: usedAt - offset + LIFE_MS,
        }));
    },
    endByNumber(merchantId, number) {
      const found = [...logins].find(([, login]) => login.number === number && login.caller.merchant.id === merchantId);
      return found ? logins.delete(found[0]) : false;
    },
  };
}

function readCookie(header: string | null): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${COOKIE}=`));
  return own?.slice(COOKIE.length + 1) ?? '';
}
