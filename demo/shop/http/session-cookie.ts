/** The session cookie. All ports of a host share cookies, so its name contains the shop's port. */

const THIRTY_DAYS = 60 * 60 * 24 * 30;

/** Reads and writes the cookie of the shop at `port`. */
export function createSessionCookie(port: number) {
  const name = `wattlebird-${port}`;
  return {
    /** The token in a `Cookie` header, if it is present and well-formed. */
    read(header: string | null | undefined): string | undefined {
      const pair = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`));
      const token = pair?.slice(pair.indexOf('=') + 1).trim();
      return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
    },
    /** The `Set-Cookie` header. Not marked Secure: the demo runs on loopback without TLS. */
    write(token: string): string {
      return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${THIRTY_DAYS}`;
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
