/**
 * The `test` of the service's own pages: a sandbox and a shop's page for each worker, and a check
 * for console errors.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test';
import { startSandbox, type RunningSandbox } from 'florin-server/sandbox/node';
import { florinCheckout, type CheckoutPlace } from 'florin-server/testing/playwright';
import { shortenKnownFailure } from '../engines/known-failures.js';
import { watch } from './demo-test.js';
import { saidWhenFailed } from './said.js';
import { VISA, type TypedCard } from './test-cards.js';

type Json = ReturnType<typeof JSON.parse>;

/** Makes keys as a merchant's server does, and reads the results. */
export class Merchant {
  readonly sandbox: RunningSandbox;
  readonly shopUrl: string;

  constructor(sandbox: RunningSandbox, shopUrl: string) {
    this.sandbox = sandbox;
    this.shopUrl = shopUrl;
  }

  async call(method: string, path: string, body?: object, version = 'v3'): Promise<Json> {
    const Authorization = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');
    const response = await fetch(`${this.sandbox.url}/webapi/${version}${path}`, {
      method,
      headers: { Authorization, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async payKey(terms: object = {}, others: object = {}, version = 'v3'): Promise<string> {
    const ProcessTxnData = { Action: 'payment', Amount: 19_900, Currency: 'AUD', Crn1: 'order 7', TestMode: true };
    const body = {
      ProcessTxnData: { ...ProcessTxnData, ...terms },
      RedirectionUrl: `${this.shopUrl}/back?order=7`,
      ...others,
    };
    return (await this.call('POST', '/txns/processtxnauthkey', body, version)).AuthKey;
  }

  async addKey(others: object = {}, version = 'v3'): Promise<string> {
    const body = { FixedAddDVTokenData: { Crn1: 'customer 7' }, RedirectionUrl: `${this.shopUrl}/back`, ...others };
    return (await this.call('POST', '/dvtokens/adddvtokenauthkey', body, version)).AuthKey;
  }

  async updateKey(version = 'v3'): Promise<{ readonly key: string; readonly DVToken: string }> {
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDate: '0530', CardHolderName: 'Jane Citizen' };
    const { DVTokenResp } = await this.call('POST', '/dvtokens/', { DVTokenReq: { CardDetails } });
    const { DVToken } = DVTokenResp;
    const body = { FixedUpdateDVTokenData: { DVToken }, RedirectionUrl: `${this.shopUrl}/back` };
    return { DVToken, key: (await this.call('POST', '/dvtokens/updatedvtokenauthkey', body, version)).AuthKey };
  }

  payPage(key: string): string {
    return `${this.sandbox.url}/pay/DEMOSHOP?in_pay_token=${key}`;
  }

  tokenPage(key: string, end = 'adddv'): string {
    return `${this.sandbox.url}/pay/DEMOSHOP.${end}?in_sessionid=${key}`;
  }

  /** A page of the shop with the service's frame in it. */
  framedIn(key: string, kind: 'txns' | 'dvtokens' = 'txns', version = 'v3'): string {
    return `${this.shopUrl}/pay?frame=${encodeURIComponent(`${this.sandbox.url}/webapi/${version}/${kind}/iframe/${key}`)}`;
  }

  /** The transaction of a shopper who has come back, by the page's URL. */
  async resultOf(page: Page, version = 'v3'): Promise<Json> {
    const key = new URL(page.url()).searchParams.get('ResultKey');
    return (await this.call('GET', `/txns/withauthkey/${key}`, undefined, version)).TxnResp;
  }

  async tokenOf(page: Page, version = 'v3'): Promise<Json> {
    const key = new URL(page.url()).searchParams.get('ResultKey');
    return (await this.call('GET', `/dvtokens/withauthkey/${key}`, undefined, version)).DVTokenResp;
  }
}

function shopPage(url: string): string {
  const frame = new URL(url, 'http://shop').searchParams.get('frame');
  const content = frame
    ? `<iframe title="Card" src="${frame}" width="420" height="520"></iframe><button>Order now</button>`
    : '<p>Back at the shop</p>';
  return `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1>${content}</main>`;
}

export const test = base.extend<
  { readonly complaints: string[]; readonly engine: void; readonly said: void },
  { readonly merchant: Merchant }
>({
  merchant: [
    async ({}, use) => {
      const shop = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(shopPage(request.url ?? '/'));
      });
      await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
      const sandbox = await startSandbox();
      await use(new Merchant(sandbox, `http://localhost:${(shop.address() as AddressInfo).port}`));
      await sandbox.close();
      shop.close();
      shop.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  engine: [shortenKnownFailure, { auto: true }],
  said: [saidWhenFailed, { auto: true }],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      watch(page, complaints);
      await use(complaints);
      expect(complaints, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Types a card into a page whose script does not run, or not yet. */
export async function typeWithoutScript(place: Page | FrameLocator, card: Partial<TypedCard> = VISA): Promise<void> {
  const labels = { number: 'Card number', expiry: 'Expiry date', cvn: 'Security code', name: 'Name on card' } as const;
  for (const [field, label] of Object.entries(labels)) {
    const text = card[field as keyof TypedCard];
    if (text !== undefined) await place.getByLabel(label).pressSequentially(text);
  }
}

/** Types a card as a shopper does; missing fields are skipped. */
export const typeCard = (place: CheckoutPlace, card: Partial<TypedCard> = VISA) => florinCheckout(place).fillCard(card);
