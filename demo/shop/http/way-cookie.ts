/** Remembers by which payment page the shopper came, so that a link back to the payment leads there again. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** What stands behind `/checkout/<order>` in an address: empty, or `/framed`, and so on. */
export function createWayCookie(port: number) {
  // Cookies are shared by all ports of a host.
  const name = `wattlebird-way-${port}`;
  return {
    read(context: Context): string {
      const way = getCookie(context, name) ?? '';
      return /^[a-z-]{1,20}$/.test(way) ? `/${way}` : '';
    },
    /** From the address of the payment page that is shown. */
    write(context: Context): void {
      const way = new URL(context.req.url).pathname.split('/')[3] ?? '';
      setCookie(context, name, way, { path: '/', httpOnly: true, sameSite: 'Lax' });
    },
  };
}
