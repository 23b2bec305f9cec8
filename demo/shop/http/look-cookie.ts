/**
 * How the developer bar shows the shop: language, direction, colour scheme, and whether the bar is open. The bar's
 * script writes the same cookie.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The values of the cookie. An empty text is the default. */
export interface Look {
  /** BCP 47: `de`, `pt-BR`. */
  readonly lang: string;
  readonly dir: '' | 'ltr' | 'rtl';
  readonly scheme: '' | 'light' | 'dark';
  /** The developer bar is open. */
  readonly isBarOpen: boolean;
}

/** Reads the look from a form or from the cookie's value; anything unknown is the default. */
export function readLook(fields: { get(name: string): string | null | undefined }): Look {
  const { lang = '' } = /^(?<lang>[a-z]{2,3}(-[A-Za-z]{2,4})?)$/.exec(fields.get('lang') ?? '')?.groups ?? {};
  const dir = fields.get('dir');
  const scheme = fields.get('scheme');
  return {
    lang,
    dir: dir === 'ltr' || dir === 'rtl' ? dir : '',
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : '',
    isBarOpen: fields.get('bar') === 'open',
  };
}

/** The direction of a language's script. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(lang) ? 'rtl' : 'ltr';
}

/** Creates the cookie of the shop at `port`. All ports of a host share cookies. */
export function createLookCookie(port: number) {
  const name = `wattlebird-look-${port}`;
  return {
    name,
    read: (context: Context): Look => readLook(new URLSearchParams(getCookie(context, name) ?? '')),
    write(context: Context, { lang, dir, scheme, isBarOpen }: Look): void {
      const value = new URLSearchParams({ lang, dir, scheme, bar: isBarOpen ? 'open' : '' }).toString();
      setCookie(context, name, value, { path: '/', sameSite: 'Lax' });
    },
  };
}
