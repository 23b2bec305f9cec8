/** docs/recipes/own-button-and-fields.md and tailwind-and-shadcn.md: their code in real pages. */
import { expect, type Page, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { readBlock } from './recipe.js';
import { VISA } from './test-cards.js';

const OWN = 'own-button-and-fields';
const THEMES = 'tailwind-and-shadcn';

let own: OwnShop;
test.beforeAll(async () => (own = await startOwnShop()));
test.afterAll(() => own.close());

let pages = 0;
async function open(page: Page, content: string, css = '', isFramed = false): Promise<PaymentForm> {
  const path = `/looks-${(pages += 1)}`;
  const html = content.replace('1042', `4900${path.replace('/', '-')}`);
  own.put(path, own.page(`<style>${css}</style>${html}`, isFramed ? 'florin-isolated.js' : 'florin.js'));
  await page.goto(own.url + path);
  return isFramed ? framedForm(page) : new PaymentForm(page);
}

test('the button waits for the terms, also at Enter, and has the page’s text and style', async ({ page }) => {
  const form = await open(page, readBlock(OWN, 'Button'), readBlock(OWN, 'button.css'));
  const button = page.getByRole('button', { name: 'Buy now' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveCSS('background-color', 'rgb(20, 83, 45)');
  await expect(form.payButton).toBeHidden();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await form.type(VISA);
  await form.name.press('Enter');
  await button.click({ force: true });
  await page.getByLabel('I accept the terms').check();
  expect(sent.filter((url) => url.startsWith(own.sandboxUrl))).toEqual([]);
  await form.name.press('Enter');
  await expect(form.root).toContainText('Approved');
});

test('a button of the page pays by `pay()`', async ({ page }) => {
  const script = `<button id="buy">Buy</button><script type="module">${readBlock(OWN, 'own-button.js')}</script>`;
  const form = await open(page, readBlock(OWN, 'Fields') + script);
  await form.type(VISA);
  await page.getByRole('button', { name: 'Buy' }).dblclick();
  await expect(form.root).toContainText('Approved');
});

for (const isFramed of [false, true]) {
  const where = isFramed ? 'in the frame' : 'in the page';
  const CHECKOUT = '<florin-checkout signer-url="/pay" order="1042"></florin-checkout>';
  const markup = () =>
    isFramed ? CHECKOUT.replace('order', `isolation="frame" frame-src="${own.frameSrc}" order`) : CHECKOUT;

  test(`the fields have the page’s order ${where}`, async ({ page }) => {
    const form = isFramed
      ? await open(page, markup(), readBlock(OWN, 'areas.css'), true)
      : await open(page, readBlock(OWN, 'Fields'));
    const top = async (name: 'name' | 'number' | 'cvn') => (await form[name].boundingBox())?.y ?? 0;
    await expect(async () => {
      expect(await top('name')).toBeLessThan(await top('number'));
      expect(await top('number')).toBeLessThan(await top('cvn'));
    }).toPass();
  });

  // Values of the themes as their tools write them: Tailwind 4 and the theme "neutral" of shadcn/ui.
  const SHADCN = `:root { --foreground: oklch(0.145 0 0); --muted-foreground: oklch(0.556 0 0); --background: oklch(1 0 0);
    --primary: oklch(0.205 0 0); --primary-foreground: oklch(0.985 0 0); --destructive: oklch(0.577 0.245 27.325); --radius: 0.625rem }
    .dark { --foreground: oklch(0.985 0 0); --muted-foreground: oklch(0.708 0 0); --background: oklch(0.145 0 0);
    --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0); --destructive: oklch(0.704 0.191 22.216) }`;
  const TAILWIND = `:root { --color-slate-900: oklch(20.8% 0.042 265.755); --color-slate-600: oklch(44.6% 0.043 257.281); --color-white: #fff;
    --color-slate-500: oklch(55.4% 0.046 257.417); --color-sky-700: oklch(50% 0.134 242.749); --color-red-700: oklch(50.5% 0.213 27.518);
    --radius-lg: 0.5rem; --font-sans: ui-sans-serif, system-ui, sans-serif }`;
  for (const [theme, tokens, isDark, ink, accent, radius] of [
    ['shadcn/ui', SHADCN, false, 'oklch(0.145 0 0)', 'oklch(0.205 0 0)', '10px'],
    ['shadcn/ui', SHADCN, true, 'oklch(0.985 0 0)', 'oklch(0.922 0 0)', '10px'],
    ['Tailwind', TAILWIND, false, 'oklch(0.208 0.042 265.755)', 'oklch(0.5 0.134 242.749)', '8px'],
  ] as const) {
    test(`${theme}, ${isDark ? 'dark' : 'light'}, ${where}`, async ({ page }) => {
      const dark = isDark ? `<script>document.querySelector('main').className = 'dark'</script>` : '';
      const form = await open(page, dark + markup(), tokens + readBlock(THEMES, theme), isFramed);
      await expect(form.number).toHaveCSS('color', ink);
      await expect(form.payButton).toHaveCSS('background-color', accent);
      await expect(form.payButton).toHaveCSS('border-radius', radius);
      const scheme = await form.number.evaluate((input) => getComputedStyle(input).colorScheme);
      expect(scheme.includes('dark')).toBe(isDark);
    });
  }
}
