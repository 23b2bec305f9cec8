/** Saved cards end to end: saved while paying, chosen, refused, removed; in the page and in a frame. */
import type { Page, Route } from '@playwright/test';
import { florinCheckout } from 'florin-server/testing/playwright';
import { expect, test } from './demo-test.js';
import { findProblems } from './expect-sound.js';
import { framedForm, type PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { formOf, typeCard } from './saving.js';
import { AMEX, MASTERCARD, type TypedCard, VISA, WRONG_CVN } from './test-cards.js';

const STORE = 'Save this card for next time';

const savedVisa = (page: Page) => page.getByRole('radio', { name: 'Visa ending in 769' });
/** The security code of the chosen card. */
const savedCvn = (page: Page) => page.locator('florin-saved-cards').getByLabel('Security code');
const savedMastercard = (page: Page) => page.getByRole('radio', { name: 'Mastercard ending in 346' });

/** Begins an order and opens its page with saved cards. */
async function beginSaved(shop: ShopPages, place: 'saved' | 'saved-framed' = 'saved'): Promise<number> {
  const order = await shop.beginOrder();
  await shop.page.goto(`/checkout/${order}/${place}`);
  await expect(shop.page.getByRole('checkbox', { name: STORE })).toBeVisible();
  return order;
}

/** Pays an order with a card, and saves the card. */
async function keep(shop: ShopPages, form: PaymentForm, card: TypedCard): Promise<void> {
  const order = await shop.beginOrder();
  await shop.page.goto(`/checkout/${order}/saved`);
  const another = shop.page.getByRole('radio', { name: 'Another card' });
  await expect(shop.page.locator('florin-saved-cards')).toHaveAttribute('settled', '');
  await expect(shop.page.getByRole('checkbox', { name: STORE }).or(another)).toBeVisible();
  if (await another.isVisible()) await another.check();
  await form.type(card);
  await shop.page.getByRole('checkbox', { name: STORE }).check();
  await form.payButton.click();
  await shop.expectReceipt(order);
}

/** The signer's answer; `route.fetch()` sends no body in Firefox. */
const askSigner = (page: Page, route: Route) =>
  page.request.post(route.request().url(), { data: {}, headers: { Origin: new URL(route.request().url()).origin } });

test('saves a card, pays with it, and removes it', async ({ shop, form, page, ledger }) => {
  const first = await beginSaved(shop);
  await expect(page.getByRole('checkbox', { name: STORE })).not.toBeChecked();
  await form.type(VISA);
  await page.getByRole('checkbox', { name: STORE }).check();
  await form.payButton.click();
  await shop.expectReceipt(first);

  const second = await shop.beginOrder();
  const bodies: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postData() ?? ''));
  page.on('response', async (response) => {
    if (response.url().includes('/pay/')) bodies.push(await response.text().catch(() => ''));
  });
  await page.goto(`/checkout/${second}/saved`);
  await expect(savedVisa(page)).toBeChecked();
  await expect(form.number).toBeHidden();
  await expect(page.getByRole('checkbox', { name: STORE })).toBeHidden();
  await form.payButton.click();
  await expect(savedCvn(page)).toBeFocused();
  await savedCvn(page).pressSequentially(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(second);
  expect(await ledger.transactionsOf(second)).toMatchObject([{ ResponseCode: '0', CardType: 'VC' }]);
  // Neither number nor token: only the handle was sent.
  expect(bodies.join('\n')).not.toMatch(/599999|498765/);

  await page.goto('/cards');
  const remove = page.getByRole('button', { name: 'Remove Visa ending in 769' });
  await remove.click();
  const question = page.getByRole('group', { name: /^Remove Visa ending in 769, .* for good\?$/ });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await expect(question).toBeHidden();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Visa ending in 769 was removed.');
  await expect(page.getByText('Your saved cards')).toBeFocused();
  await page.reload();
  await expect(page.locator('florin-saved-cards')).toContainText('You have no saved cards.');
});

test('does not save a card without the shopper’s consent', async ({ shop, form, page }) => {
  const order = await beginSaved(shop);
  await form.pay(VISA);
  await shop.expectReceipt(order);
  await page.goto('/cards');
  await expect(page.locator('florin-saved-cards')).toContainText('You have no saved cards.');
});

test('a wrong security code is a decline, after which another saved card pays', async ({
  shop,
  form,
  page,
  ledger,
}) => {
  await keep(shop, form, MASTERCARD);
  await keep(shop, form, VISA);
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(savedVisa(page)).toBeChecked();
  await savedCvn(page).pressSequentially(WRONG_CVN.cvn);
  await page.keyboard.press('Enter');
  await expect(form.root).toContainText('Your bank did not approve this payment');
  await expect(savedCvn(page)).toHaveValue('');
  await expect(savedCvn(page)).toBeFocused();
  await expect(form.root).toContainText('Enter the code again');
  await savedVisa(page).press('ArrowDown');
  await expect(savedMastercard(page)).toBeChecked();
  await savedCvn(page).pressSequentially(MASTERCARD.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  const found = await ledger.transactionsOf(order);
  expect(found.map(({ CardType, ResponseCode }) => [CardType, ResponseCode === '0'])).toEqual([
    ['MC', true],
    ['VC', false],
  ]);
});

test('a declined card that is paid without a code is asked for none, and stays usable', async ({
  shop,
  form,
  page,
}) => {
  await keep(shop, form, VISA);
  await shop.setNextOrder({ bank: '51 insufficient funds' });
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(savedVisa(page)).toBeChecked();
  await page.locator('florin-saved-cards').evaluate((list) => list.setAttribute('cvn', 'none'));
  await expect(savedCvn(page)).toBeHidden();
  await form.payButton.click();
  await expect(form.root).toContainText('Your bank did not approve this payment');
  await expect(form.root).not.toContainText(/can no longer be used|Enter the code again/);
});

test('another card can be typed instead, and pays', async ({ shop, form, page, ledger }) => {
  await keep(shop, form, VISA);
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(savedVisa(page)).toBeChecked();
  await savedCvn(page).pressSequentially('73');
  await page.getByRole('radio', { name: 'Another card' }).check();
  await expect(form.number).toBeVisible();
  await form.pay(AMEX);
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ CardType: 'AX' }]);
});

test('a card that was removed elsewhere is refused with a message, and another pays', async ({
  shop,
  form,
  page,
  context,
}) => {
  await keep(shop, form, VISA);
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(savedVisa(page)).toBeChecked();
  const elsewhere = await context.newPage();
  await elsewhere.goto('/cards');
  await elsewhere.getByRole('button', { name: 'Remove Visa ending in 769' }).click();
  await elsewhere.getByRole('group').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(elsewhere.getByRole('status')).toContainText('was removed');
  await savedCvn(page).pressSequentially(VISA.cvn);
  await form.payButton.click();
  await expect(form.root).toContainText('This card can no longer be used. Nothing was charged.');
  await expect(savedVisa(page)).toHaveCount(0);
  await form.pay(MASTERCARD);
  await shop.expectReceipt(order);
});

test('an expired card is marked and cannot be chosen; a foreign handle gets no key', async ({ shop, form, page }) => {
  await keep(shop, form, VISA);
  const handles: string[] = [];
  // The signer's answer after the card's last month; test/signer/saved-cards/save-card.test.ts tests it with a
  // clock.
  await page.route('**/pay/cards', async (route) => {
    const answer = await route.fetch();
    const { cards } = (await answer.json()) as { cards: { handle: string }[] };
    handles.push(...cards.map(({ handle }) => handle));
    await route.fulfill({ json: { cards: cards.map((card) => ({ ...card, isExpired: true, expiry: '0126' })) } });
  });
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(page.getByText('Expired 01 / 26')).toBeVisible();
  await expect(savedVisa(page)).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Another card' })).toBeChecked();
  const [handle = ''] = handles;
  const { origin } = new URL(page.url());
  // A character in its middle: some bits of the last character are unused.
  const foreign = `${handle.slice(0, 20)}${handle[20] === 'A' ? 'B' : 'A'}${handle.slice(21)}`;
  const answer = await page.request.post('/pay/authkey', {
    data: { order: String(order), card: foreign },
    headers: { Origin: origin },
  });
  expect(answer.status()).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: 'card_refused' } });
  await form.pay(MASTERCARD);
  await shop.expectReceipt(order);
});

test('an expired card is changed from the checkout, on a phone, and then pays', async ({ shop, form, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await keep(shop, form, VISA);
  // The signer's answer after the card's last month, until the card is changed.
  await page.route('**/pay/cards', async (route) => {
    const answer = await askSigner(page, route);
    const { cards } = (await answer.json()) as { cards: { expiry: string }[] };
    const isOld = (expiry: string) => expiry !== '0642';
    await route.fulfill({
      json: {
        cards: cards.map((card) => ({ ...card, ...(isOld(card.expiry) && { isExpired: true, expiry: '0126' }) })),
      },
    });
  });
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(savedVisa(page)).toBeDisabled();
  await page.getByRole('link', { name: 'Change Visa ending in 769, Expired 01 / 26' }).click();
  const { root, button } = formOf(page);
  await typeCard(root, { expiry: '06/42' });
  await button.click();
  await expect(root).toContainText('Card updated');
  await root.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(new RegExp(`/checkout/${order}/saved$`));
  await expect(savedVisa(page)).toBeChecked();
  await savedCvn(page).pressSequentially(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
});

test('of seven cards, the last is shown on request, pays, and is removed', async ({ shop, form, page }) => {
  await page.setViewportSize({ width: 390, height: 1200 });
  await keep(shop, form, VISA);
  await page.route('**/pay/cards', async (route) => {
    const answer = await askSigner(page, route);
    const { cards } = (await answer.json()) as { cards: object[] };
    const others = Array.from({ length: 6 }, (_, index) => ({
      ...cards[0],
      handle: `other-${index}`,
      lastDigits: String(100 + index),
    }));
    await route.fulfill({ json: { cards: [...others, ...cards] } });
  });
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  const checkout = florinCheckout(page);
  expect(await checkout.savedCards()).toHaveLength(5);
  await checkout.chooseSavedCard('769');
  await checkout.fillCard({ cvn: VISA.cvn });
  await checkout.pay();
  await shop.expectReceipt(order);
  const next = await shop.beginOrder();
  await page.goto(`/checkout/${next}/saved`);
  await checkout.removeSavedCard('769');
  expect((await checkout.look()).cards).toEqual([]);
});

test('in a frame: saved, and used with its security code only', async ({ shop, page, ledger }) => {
  // A viewport that shows the whole form: right after scrolling, Chromium may send a click to the
  // frame's earlier position.
  await page.setViewportSize({ width: 1280, height: 1300 });
  const framed = framedForm(page);
  const first = await beginSaved(shop, 'saved-framed');
  await framed.type(AMEX);
  await page.getByRole('checkbox', { name: STORE }).check();
  await framed.payButton.click();
  await shop.expectReceipt(first);
  const second = await shop.beginOrder();
  await page.goto(`/checkout/${second}/saved-framed`);
  await expect(page.getByRole('radio', { name: 'American Express ending in 564' })).toBeChecked();
  await expect(framed.number).toHaveCount(0);
  await framed.cvn.pressSequentially(AMEX.cvn);
  await framed.payButton.click();
  await shop.expectReceipt(second);
  expect(await ledger.transactionsOf(second)).toMatchObject([{ ResponseCode: '0', CardType: 'AX' }]);
});

for (const [what, width, colorScheme, forcedColors] of [
  ['a small phone', 320, 'light', 'none'],
  ['a phone in the dark', 390, 'dark', 'none'],
  ['forced colours', 1280, 'light', 'active'],
] as const) {
  test(`passes axe and does not overflow on ${what}`, async ({ shop, form, page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, forcedColors });
    await keep(shop, form, VISA);
    await shop.beginOrder();
    await page.goto(`${page.url()}/saved`);
    await expect(savedVisa(page)).toBeChecked();
    if (width < 420) await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Remove Visa ending in 769' }).click();
    // The system determines forced colours.
    const without = forcedColors === 'active' ? ['color-contrast'] : [];
    expect(await findProblems(page, { without })).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
}
