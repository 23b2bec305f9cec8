/** Uses the service's pages like a browser without JavaScript. */
import type { ServiceUnderTest } from './service-under-test.js';

/** Values for a page's form. */
export const TYPED_CARD = {
  CardNumber: '4987 6543 2109 8769',
  ExpiryDate: '05 / 30',
  CVN: '739',
  CardHolderName: 'Jana Nováková',
};
export const TYPED_ACCOUNT = {
  BSBNumber: '063-917',
  AccountNumber: '8041 7726',
  AccountName: 'Jana Nováková',
  AcceptBADirectDebitTC: 'true',
};
export const SHOP = 'https://shop.example/back?order=7';

/** A received page. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string | null;
}

/** Gets pages and sends their forms. */
export class PageCaller {
  readonly #service: ServiceUnderTest;

  constructor(service: ServiceUnderTest) {
    this.#service = service;
  }

  async #see(path: string, init: RequestInit): Promise<SeenPage> {
    const response = await this.#service.fetch(path, { redirect: 'manual', ...init });
    const { status, headers } = response;
    return { status, headers, html: await response.text(), location: headers.get('location') };
  }

  get(path: string): Promise<SeenPage> {
    return this.#see(path, {});
  }

  /** Submits the form to its action, without fields that the page does not show. */
  async fill(path: string, fields: Readonly<Record<string, string>>): Promise<SeenPage> {
    const { html } = await this.get(path);
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
    if (!action) throw new Error('There is no form on this page');
    const shown = Object.entries(fields).filter(([name]) => html.includes(`name="${name}"`));
    return this.post(action.replaceAll('&amp;', '&'), Object.fromEntries(shown));
  }

  /** Posts to a URL. */
  post(path: string, fields: Readonly<Record<string, string>> | string): Promise<SeenPage> {
    return this.#see(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Submits like the page's script. */
  async postForJson(path: string, fields: Readonly<Record<string, string>>) {
    const headers = { Accept: 'application/json' };
    const response = await this.#service.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers });
    return response.json();
  }
}

/** The ResultKey in the redirect to the shop. */
export function resultKeyIn({ location }: SeenPage): string {
  return new URL(location ?? '').searchParams.get('ResultKey') ?? '';
}

/** Removes the keys from a page's URLs, because they may contain the same three digits as a card. */
export function withoutKeys(html: string): string {
  return html.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
}
