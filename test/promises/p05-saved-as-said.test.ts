/**
 * P5, for a saved card: a receipt reports a saved card only when the signer has reported it. A
 * shopper who believes a wrong receipt expects the next bill to be paid by that card. The published
 * script runs in a browser; the signer's answers are scripted.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../channel/web.js';
import { buildSurface } from '../support/build-surface.js';

const SHOP = 'http://shop.test';
const WORD = 'Card saved';
const CARD = {
  handle: 'h',
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '0539',
  isExpired: false,
  holderName: 'Ada Lovelace',
};
/** An answer with a card, for any status. */
const answer = (status: string, more: object = {}) =>
  JSON.stringify({ status, claim: 'claim-1', card: CARD, retryAfterSeconds: 0, ...more });

const CHECKING = 'We are checking whether it was saved.';

let web: Web;
let page: Page;
/** Number of requests to the signer. */
let asked: number;

beforeAll(async () => {
  web = await startWeb();
  for (const { fileName, code } of await buildSurface('page')) web.put(`/florin/${fileName}`, code);
  web.put(
    `${SHOP}/`,
    `<!doctype html><html lang="en-AU"><title>Saved</title>
    <script>saved = []; addEventListener('florin-saved', ({ purpose }) => saved.push(purpose))</script>
    <script type="module" src="/florin/florin.js"></script>
    <florin-receipt purpose="save-card" signer-url="/pay" claim="claim-1"></florin-receipt>`,
  );
  page = await web.newPage();
}, 60_000);
afterAll(() => web.close());

/** Opens the receipt with this answer of the signer, and waits for the text. */
async function show(body: string, says: string, status = 200): Promise<void> {
  asked = 0;
  await page.unrouteAll();
  await page.route(`${SHOP}/pay/tokenresult`, (route) => {
    asked += 1;
    return route.fulfill({ status, body, contentType: 'application/json' });
  });
  await page.goto(`${SHOP}/`);
  await page.getByText(says).first().waitFor({ timeout: 10_000 });
}

async function expectNotSaved(): Promise<void> {
  expect(await page.locator('florin-receipt').getByText(WORD).count()).toBe(0);
  expect(await page.evaluate('saved')).toEqual([]);
}

describe('a receipt of what was saved', () => {
  it('shows it, and notifies the page, when the signer reports that it is stored', async () => {
    await show(answer('stored'), WORD);
    expect(await page.evaluate('saved')).toEqual(['save-card']);
  });

  it.each([
    ['nothing was stored', 'open', 'Nothing was saved.'],
    ['nothing can be stored any more', 'expired', 'The page timed out. Nothing was saved.'],
    ['something else may have been stored', 'review', 'The shop needs to check what was saved.'],
  ])('does not show it when %s', async (_what, status, says) => {
    await show(answer(status), says);
    await expectNotSaved();
  });

  it.each([
    ['not known yet', answer('pending')],
    ['stored, but nobody knows what', answer('stored', { card: undefined })],
    ['stored, but nobody knows whose', answer('stored', { claim: undefined })],
    ['a word of payments', answer('approved')],
    ['no answer of a signer', '<h1>Card saved</h1>'],
  ])('keeps asking while it is %s', async (_what, body) => {
    await show(body, CHECKING);
    // The second request follows after the first answer has been read.
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2);
    await expectNotSaved();
  });

  it('shows that the outcome cannot be found if the claim is refused', async () => {
    const refusal = JSON.stringify({ error: { code: 'claim_refused', message: '' }, ...JSON.parse(answer('stored')) });
    await show(refusal, 'We could not find out whether it was saved.', 403);
    await expectNotSaved();
  });
});
