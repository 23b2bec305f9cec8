/**
 * Typing with real keys in the number field, in the page and in a frame of another site: the caret
 * table (docs/guides/lessons.md, 49), printed; random sessions against a model; and input without
 * keys: compositions, drags, the clipboard.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';

test.use({ viewport: { width: 1280, height: 1200 } });

let own: OwnShop;
test.beforeAll(async () => {
  own = await startOwnShop();
  const page = (script: string, attributes: string) => `<!doctype html><html lang="en-AU"><title>Pay</title>
    <script type="module" src="/florin/${script}" data-florin-origins="${own.origins}"></script><textarea aria-label="Elsewhere"></textarea>
    <florin-checkout signer-url="/pay" order="2000-typing" ${attributes}></florin-checkout>`;
  own.put('/page', page('florin.js', ''));
  own.put('/frame', page('florin-isolated.js', `isolation="frame" frame-src="${own.frameSrc}"`));
});
test.afterAll(() => own.close());

/** A text with its selection; without a selection, `start` is `end`. */
interface Held {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const read = (field: Locator): Promise<Held> =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => ({
    value,
    start: Number(selectionStart),
    end: Number(selectionEnd),
  }));

const select = (field: Locator, start: number, end = start) =>
  field.evaluate((input: HTMLInputElement, [from, to]) => input.setSelectionRange(from, to), [start, end] as const);

/** `42|42`: the value with its caret, or `4[24]2` with its selection. */
async function show(field: Locator): Promise<string> {
  const { value, start, end } = await read(field);
  if (start === end) return `${value.slice(0, start)}|${value.slice(start)}`;
  return `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`;
}

/** Empties the field and types, or fills it in one event. */
async function begin(field: Locator, digits: string, caret?: number): Promise<void> {
  await field.fill('');
  await field.pressSequentially(digits);
  if (caret !== undefined) await select(field, caret);
}

/** The columns of the table: the action, and the allowed results. */
const COLUMNS: readonly (readonly [
  name: string,
  run: (page: Page, field: Locator) => Promise<void>,
  right: string[],
])[] = [
  [
    'mid delete',
    async (_page, field) => {
      await begin(field, '4242424242424242', 6);
      await field.press('Backspace');
    },
    ['4242| 2424 2424 242', '4242 |2424 2424 242'],
  ],
  ['then type 7', (_page, field) => field.press('7'), ['4242 7|242 4242 4242']],
  [
    'Backspace at the group gap',
    async (_page, field) => {
      await begin(field, '411111111', 5);
      await field.press('Backspace');
    },
    ['411|1 1111'],
  ],
  [
    'mid insert',
    async (_page, field) => {
      await begin(field, '41111111', 2);
      await field.press('9');
    },
    ['419|1 1111 1'],
  ],
  [
    'one-event Amex',
    async (page, field) => {
      await begin(field, '');
      await page.keyboard.insertText(' 3714-4963-5398-431 ');
    },
    ['3714 496353 98431|'],
  ],
];

/** A pseudo-random sequence that is always the same. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const KEYS = [
  ...['0', '1', '2', '3', '4', '4', '5', '5', '6', '7', '8', '9', 'x'],
  ...['Backspace', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'End'],
  ...['Shift+ArrowLeft', 'Shift+ArrowRight', 'Control+Backspace', 'Control+Delete', 'Control+a'],
];

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * The expected digits, and how many are before the caret, after a key; undefined for keys that only
 * move.
 */
function expectAfter({ value, start, end }: Held, key: string): { digits: string; before: number } | undefined {
  const from = digitsOf(value.slice(0, start)).length;
  const to = digitsOf(value.slice(0, end)).length;
  const digits = digitsOf(value);
  const without = (first: number, last: number) => ({
    digits: digits.slice(0, Math.max(0, first)) + digits.slice(last),
    before: Math.max(0, first),
  });
  if (/^\d$/.test(key)) {
    const next = digits.slice(0, from) + key + digits.slice(to);
    // Extra digits are refused: American Express has 15, Mastercard 16, an unknown brand 19.
    const four = Number(next.slice(0, 4));
    const isMastercard = /^5[1-5]/.test(next) || (four >= 2221 && four <= 2720);
    const longest = /^3[47]/.test(next) ? 15 : isMastercard ? 16 : 19;
    return next.length > longest ? without(from, to) : { digits: next, before: from + 1 };
  }
  if (key === 'x') return without(from, to);
  if (!/Backspace|Delete/.test(key)) return undefined;
  if (start !== end) return without(from, to);
  if (key === 'Backspace') return without(from - 1, from);
  if (key === 'Delete') return end === value.length ? without(from, to) : without(from, to + 1);
  // A word is a group of digits, with the gap before it.
  const head = value.slice(0, start);
  const tail = value.slice(end);
  if (key === 'Control+Backspace') return without(digitsOf(head.replace(/\d*\s*$/, '')).length, from);
  return without(from, from + digitsOf(/^\s*\d*/.exec(tail)?.[0] ?? '').length);
}

for (const place of ['page', 'frame'] as const) {
  test.describe(`in the ${place}`, () => {
    const formOf = (page: Page) => (place === 'page' ? new PaymentForm(page) : framedForm(page));
    const open = async (page: Page): Promise<Locator> => {
      await page.goto(`${own.url}/${place}`);
      const { number } = formOf(page);
      await expect(number).toBeVisible();
      return number;
    };

    test('the caret table: five columns of five', async ({ page }) => {
      const field = await open(page);
      const rows: string[] = [];
      for (const [name, run, right] of COLUMNS) {
        await run(page, field);
        const found = await show(field);
        rows.push(`${name}: ${right.includes(found) ? 'ok' : `WRONG, ${found}`}`);
      }
      console.log(`caret table, in the ${place} | ${rows.join(' | ')}`);
      expect(rows.filter((row) => row.includes('WRONG'))).toEqual([]);
      expect(rows).toHaveLength(5);
    });

    test('random sessions have the digits of a model, and the caret at the same digit', async ({ page }) => {
      const field = await open(page);
      const dice = createDice(20_261_121);
      await field.focus();
      // Recorded in the page and read at the end: three times as fast as a call after each key.
      await field.evaluate((input: HTMLInputElement) => {
        const states: Held[] = [];
        Object.assign(globalThis, { states });
        input.addEventListener('keyup', ({ key }) => {
          const { value, selectionStart, selectionEnd } = input;
          if (!/^(Shift|Control)$/.test(key))
            states.push({ value, start: Number(selectionStart), end: Number(selectionEnd) });
        });
      });
      const keys = Array.from({ length: 150 }, () => KEYS[dice(KEYS.length)] ?? '');
      for (const key of keys) await page.keyboard.press(key);
      const states = await field.evaluate(() => (globalThis as unknown as { states: readonly Held[] }).states);
      expect(states).toHaveLength(keys.length);
      for (const [step, key] of keys.entries()) {
        const before = states[step - 1] ?? { value: '', start: 0, end: 0 };
        const after = states[step] as Held;
        const expected = expectAfter(before, key);
        const what = `step ${step}: ${key} at ${JSON.stringify(before)} gave ${JSON.stringify(after)}`;
        if (!expected) {
          expect(after.value, what).toBe(before.value);
          continue;
        }
        expect(digitsOf(after.value), what).toBe(expected.digits);
        expect(digitsOf(after.value.slice(0, after.start)).length, what).toBe(expected.before);
        expect(after.end, what).toBe(after.start);
      }
    });

    test('undo and redo work on typed digits, formatted or not', async ({ page }) => {
      const field = await open(page);
      await begin(field, '424242424', 2);
      await field.press('9');
      await expect(field).toHaveValue('4294 2424 24');
      for (let step = 0; step < 30 && (await field.inputValue()) !== ''; step += 1) await field.press('Control+z');
      await expect(field).toHaveValue('');
      for (let step = 0; step < 30 && (await field.inputValue()) !== '4294 2424 24'; step += 1) {
        await field.press('Control+Shift+z');
      }
      await expect(field).toHaveValue('4294 2424 24');
    });

    test('a number can be pasted in any format', async ({ page }) => {
      const field = await open(page);
      const elsewhere = page.getByLabel('Elsewhere');
      for (const text of [
        '4987\u00a06543\u00a02109\u00a08769',
        '4987-6543\u20132109\u20148769',
        'Card: 4987654321098769 (Visa)\n',
        '\uff14\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11\uff10\uff19\uff18\uff17\uff16\uff19',
        '\u200f٤٩٨٧ ٦٥٤٣ ٢١٠٩ ٨٧٦٩\u200f',
      ]) {
        await elsewhere.fill(text);
        await elsewhere.press('Control+a');
        await elsewhere.press('Control+c');
        await field.fill('');
        await field.press('Control+v');
        await expect.poll(() => show(field), JSON.stringify(text)).toBe('4987 6543 2109 8769|');
      }
    });

    test('a whole card pasted into the number fills its fields', async ({ page }) => {
      const field = await open(page);
      const { expiry, cvn } = formOf(page);
      const elsewhere = page.getByLabel('Elsewhere');
      await cvn.fill('999');
      for (const line of ['4987 6543 2109 8769 12/30 123', '3711 443711 44376, 5/2031, 1234']) {
        await elsewhere.fill(line);
        await elsewhere.press('Control+a');
        await elsewhere.press('Control+c');
        await field.press('Control+v');
        const [number, date, code] = line.startsWith('4')
          ? ['4987 6543 2109 8769', '12 / 30', '123']
          : ['3711 443711 44376', '05 / 31', '1234'];
        await expect(field).toHaveValue(number);
        await expect(expiry).toHaveValue(date);
        await expect(cvn).toHaveValue(code);
        await expect(cvn).toHaveAttribute('aria-invalid', 'false');
        await expect(field).toBeFocused();
      }
    });

    test('an expiry date can be pasted in any order, and is not guessed', async ({ page }) => {
      await open(page);
      const { expiry } = formOf(page);
      const elsewhere = page.getByLabel('Elsewhere');
      for (const [text, shown] of [
        ['Dec 2039', '12 / 39'],
        ['30/12/2039', '12 / 39'],
        ['01/02/2039', '01 / 022039'],
      ] as const) {
        await elsewhere.fill(text);
        await elsewhere.press('Control+a');
        await elsewhere.press('Control+c');
        await expiry.fill('');
        await expiry.press('Control+v');
        await expect(expiry).toHaveValue(shown);
      }
      await elsewhere.focus();
      await expect(expiry).toHaveAccessibleDescription('Check the expiry date MM / YY');
    });

    test('a selection is replaced, and all digits that are dragged to the other end stay, in groups', async ({
      page,
    }) => {
      const field = await open(page);
      await begin(field, '4242424242424242');
      await select(field, 5, 9);
      await page.keyboard.press('7');
      expect(await show(field)).toBe('4242 7|424 2424 2');
      await select(field, 0, 9);
      await page.keyboard.insertText('37 14');
      expect(await show(field)).toBe('3714| 24242');
      await begin(field, '42424999');
      await select(field, 5, 9);
      const box = await field.boundingBox();
      if (!box) throw new Error('no box');
      // Into the selection, and before the first digit.
      const at = await field.evaluate((input: HTMLInputElement) => {
        const context = document.createElement('canvas').getContext('2d');
        const style = getComputedStyle(input);
        if (!context) throw new Error('no canvas');
        context.font = style.font;
        const start = Number.parseFloat(style.paddingInlineStart) + Number.parseFloat(style.borderInlineStartWidth);
        return { start, end: start + context.measureText('4242 49').width };
      });
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + at.end, y);
      await page.mouse.down();
      await page.mouse.move(box.x + at.end - 20, y, { steps: 4 });
      await page.mouse.move(box.x + at.start + 1, y, { steps: 4 });
      await page.mouse.up();
      await expect(field).toHaveValue('4999 4242');
    });

    test('a composing keyboard, as on Android, types, corrects and deletes without key codes', async ({ page }) => {
      const field = await open(page);
      await field.focus();
      const devtools = await page.context().newCDPSession(page);
      const compose = (text: string) =>
        devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      for (const text of ['4', '49', '498', '49', '498', '4987', '49876']) await compose(text);
      await devtools.send('Input.insertText', { text: '49876' });
      await expect.poll(() => show(field)).toBe('4987 6|');
      // In the middle of the text: the caret moves behind the composed digits.
      await select(field, 2);
      for (const text of ['1', '12']) await compose(text);
      await devtools.send('Input.insertText', { text: '12' });
      await expect.poll(() => show(field)).toBe('4912| 876');
      await devtools.send('Input.insertText', { text: '5' });
      await expect(field).toHaveValue('4912 5876');
    });
  });
}
