/** What a developer is told of each mistake. docs/reference/mistakes.md is compared; FLORIN_WRITE=1 writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { PAGE_MISTAKES, type PageMistake, START_MISTAKES } from './mistakes.js';
import { startOwnShop } from './own-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

const ALL = [...PAGE_MISTAKES, ...START_MISTAKES];
const GUIDE = 'docs/reference/mistakes.md';

interface Told {
  readonly page: string;
  readonly console: string;
  readonly log: string;
}

/** Each message as code, because it may contain HTML. */
const asCode = (messages: readonly string[], plain = (text: string) => text) =>
  [...new Set(messages)].map((each) => `\`${plain(each)}\``).join('; ');
/** A table row of what one mistake shows. */
const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
/** The rows of the page, without the blanks that align them. */
const written = readFileSync(GUIDE, 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!-+ |mistake )/.test(line))
  .map((line) => line.replaceAll(/ +\|/g, ' |'));
const made: string[] = [];

function expectWritten(cells: readonly string[]): void {
  const row = rowOf(cells);
  made.push(row);
  if (!process.env['FLORIN_WRITE']) expect(written).toContain(row);
}

/** Makes a mistake as a shopper meets it: types a card and presses the button, as far as there is one. */
async function make(page: Page, mistake: PageMistake): Promise<Told> {
  const log: string[] = [];
  const other = mistake.signer ? await startOwnShop() : undefined;
  const shop = await startOwnShop({
    log: ({ level, event, message }) => void (level !== 'info' && log.push(`${event}: ${String(message)}`)),
    ...mistake.signer?.(other?.sandboxUrl ?? ''),
  });
  const lines: string[] = [];
  page.on('console', (message) => {
    // Without the stack of an error, and the browser's own line about a status of the signer.
    const [line = ''] = message.text().split('\n    at ');
    if (
      /^(warning|error)$/.test(message.type()) &&
      !/^Failed to load resource.*(?:403|404 .*pay|409|500|503)/.test(line)
    )
      lines.push(line);
  });
  page.on('pageerror', ({ name, message }) => lines.push(`Uncaught ${name}: ${message}`));
  try {
    const { origins } = shop;
    const head =
      mistake.head?.(shop) ??
      `<script type="module" src="/florin/florin.js" data-florin-origins="${origins}"></script>`;
    const html = mistake.html?.(shop) ?? '<florin-checkout signer-url="/pay" order="1042"></florin-checkout>';
    const start =
      '<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">';
    shop.put('/', `${start}${head}<main>${html}</main>`, mistake.headers);
    await page.goto(shop.url);
    await mistake.act?.(page);
    const form = new PaymentForm(page);
    if (!mistake.looks && !mistake.act) {
      await form.type(VISA);
      await form.payButton.click();
      await expect(
        form.root.locator('[part="message"], [part="receipt"]').filter({ hasText: /\w/ }).first(),
      ).toBeVisible();
    }
    const look = async (): Promise<Told> => {
      const shown = await page.evaluate(() => {
        const root = document.querySelector('florin-checkout')?.shadowRoot;
        if (root?.querySelector('florin-receipt')) return 'the receipt';
        return ['message', 'frame-error', 'footnote']
          .map((part) => root?.querySelector<HTMLElement>(`[part="${part}"]`)?.innerText ?? '')
          .join(' ');
      });
      const plain = (text: string) =>
        text
          .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d{3,}/g, (url) =>
            url === shop.url ? 'https://shop.example' : 'https://service.example',
          )
          .replaceAll(/withauthkey\/[-\w]+/g, 'withauthkey/…')
          .replaceAll(/\s+/g, ' ')
          .trim();
      return {
        page: plain(shown),
        console: asCode(lines, plain),
        log: asCode(log, plain),
      };
    };
    const expected = mistake.looks || mistake.act ? 'console' : 'page';
    await expect.poll(async () => (await look())[expected], { timeout: 10_000 }).not.toBe('');
    return await look();
  } finally {
    await shop.close();
    await other?.close();
  }
}

test.describe('a mistake of the page', () => {
  for (const mistake of PAGE_MISTAKES) {
    test(mistake.what, async ({ page }) => {
      const told = await make(page, mistake);
      const said = Object.entries({ Page: told.page, Console: told.console, Log: told.log })
        .filter(([, text]) => text)
        .map(([where, text]) => `${where}: ${text}`);
      expectWritten([mistake.what, said.join('<br>')]);
    });
  }
});

test.describe('a mistake that the start of the server tells', () => {
  for (const { what, start } of START_MISTAKES) {
    test(what, () => {
      let told = '';
      try {
        start();
      } catch (error) {
        told = String(error).replace(/ The options are .*/, ' The options are …');
      }
      expectWritten([what, asCode([told])]);
    });
  }
});

test('the page has these mistakes and no others', () => {
  if (process.env['FLORIN_WRITE']) writeGuide();
  else expect(written.map((row) => row.split(' | ')[0])).toEqual(ALL.map(({ what }) => `| ${what}`));
});

function writeGuide(): void {
  const tables = readFileSync(GUIDE, 'utf8').split(/(?:^\|.*\n)+/m);
  const at = PAGE_MISTAKES.length;
  const first = [rowOf(['mistake', 'what is said']), '| - | - |', ...made.slice(0, at)];
  const second = [rowOf(['mistake', 'the error']), '| - | - |', ...made.slice(at)];
  const [head = '', between = '', end = ''] = tables;
  writeFileSync(GUIDE, `${head}${first.join('\n')}\n${between}${second.join('\n')}\n${end}`);
}
