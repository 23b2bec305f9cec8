/**
 * A shop for pages that the demo does not have: the real sandbox, signer and frame page of `florin-server/testing`, and pages
 * written by a test. Shop and frame are on one site, as recommended; a test can request two.
 */
import type { Page } from '@playwright/test';
import { type RunningFlorin, startFlorin, type StartFlorinOptions } from '../../dist/fixtures/index.js';

export type OwnShop = RunningFlorin;

/** The frame has a process of its own and no bound keys, so it asks the shopper. */
export const TWO_SITES = { shop: 'localhost', frame: '127.0.0.1' };

/** Starts it. The name of an order begins with its price in cents: `19951-some-name`. */
export function startOwnShop(
  signer: StartFlorinOptions['signer'] = {},
  hosts = { shop: 'localhost', frame: 'localhost' },
): Promise<OwnShop> {
  return startFlorin({ signer, hosts });
}

/** Adds a hostile script to the page: the frame gets the stranger's key instead of the signer's. */
export async function slipIn(page: Page, signedKey: string): Promise<void> {
  await page.addInitScript((strange) => {
    const real = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const answer = await real(...call);
      if (!answer.url.endsWith('key')) return answer;
      return Response.json({ ...((await answer.json()) as object), signedKey: strange });
    };
  }, signedKey);
}
