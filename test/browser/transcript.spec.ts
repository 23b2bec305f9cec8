/**
 * What a screen reader is given during a payment: the accessibility tree of each state, and what is announced on the way. It
 * is kept as text beside this file, so that a change of it is read by a person. `--update-snapshots` writes it anew.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { NO_FUNDS, VISA } from './test-cards.js';

/** Keeps each text that a live region of any shadow root gets, in order. */
function listen(): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const texts = new WeakMap<Element, string>();
  const read = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) read(element.shadowRoot);
      if (!element.matches('[role=status], [role=alert]')) continue;
      const text = element.innerText.replace(/\s+/g, ' ').trim();
      if (text && text !== texts.get(element)) said.push(text);
      texts.set(element, text);
    }
  };
  const follow = () => (read(document), requestAnimationFrame(follow));
  requestAnimationFrame(follow);
}

/** Without typed text, and without what differs in each run. */
const steady = (text: string) =>
  text
    .replace(/\$\d+\.\d\d/g, '$0.00')
    .replace(/\d{1,2} \w+ 20\d\d.*?(?=["\n]|$)/g, '(date)')
    .replace(/\d{1,2}:\d\d(\s?[ap]m)?/gi, '(time)')
    .replace(/\d[\d /]{2,}\d/g, '(digits)')
    .replace(/\/url: .*/g, '/url: (address)');

const saidIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.splice(0));

test('a payment reads as it did before: errors, a decline, the bank’s step, the receipt', async ({
  shop,
  form,
  page,
}) => {
  const lines: string[] = [];
  const keep = async (title: string, place: Locator) => {
    const announced = (await saidIn(page)).map((text) => `announced: ${text}`);
    lines.push(`# ${title}`, ...announced, await place.ariaSnapshot(), '');
  };

  await page.addInitScript(listen);
  await shop.beginOrder();
  await expect(form.payButton).toHaveText(/\$/);
  await keep('The form', form.root);
  await form.payButton.click();
  await expect(form.root.getByText('Enter the card number').first()).toBeVisible();
  await keep('Pay is pressed too early', form.root);
  await form.pay(NO_FUNDS);
  await expect(form.root).toContainText('did not approve');
  await keep('The bank declines', form.root);
  await form.pay({ ...VISA, name: '3DS CHALLENGE' });
  const dialog = new ChallengeDialog(page);
  await expect(dialog.approve).toBeVisible();
  await keep('The bank asks', dialog.root);
  await dialog.press(dialog.approve);
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  await expect(page.locator('florin-receipt')).toContainText('Approved');
  await keep('The receipt', page.locator('florin-receipt'));
  expect(steady(lines.join('\n'))).toMatchSnapshot('transcript.txt');
});
