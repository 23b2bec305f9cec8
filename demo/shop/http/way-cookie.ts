/** Stores which payment page the shopper used, so that links back to the payment lead to the same page. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The end of the URL after `/checkout/<order>`: empty, or `/framed`, and so on. */
export function createWayCookie(port: number) {
  // All ports of a host share cookies.
  const name = `wattlebird-way-${port}`;
  return {
    read(context: Context): string {
      const way = getCookie(context, name) ?? '';
      return /^[a-z-]{1,20}$/.test(way) ? `/${way}` : '';
    },
    /** Stores the current payment page. */
    write(context: Context): void {
      const way = new URL(context.req.url).pathname.split('/')[3] ?? '';
      setCookie(context, name, way, { path: '/', httpOnly: true, sameSite: 'Lax' });
    },
  };
}
