import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';
import { type Web, startWeb } from './web.js';

const SHOP = 'http://shop.test';
const PAY = 'http://pay.test';

const SHEET = `
  body { font: 18px/1.5 "Courier New", monospace; letter-spacing: 0.5px; color: rgb(9, 9, 9) }
  * { transition: none !important }
  @media (min-width: 900px) { :root { --florin-gap: 20px } }
`;

/**
 * An element with a shadow root and a frame in its light DOM, as Florin's element has them, in a page with styles of the shop.
 */
const SHOP_HTML = `<!doctype html><title>shop</title>
  <meta http-equiv="content-security-policy" content="style-src 'nonce-a'; require-trusted-types-for 'script'; trusted-types 'none'">
  <style nonce="a">${SHEET}</style><script src="/shop.js"></script>
  <main><section><div id="host"></div></section></main><iframe src="${PAY}/frame"></iframe>
  <script>
    violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    stop = new AbortController();
    sent = [];
    const link = shop.connect(document.querySelector('iframe'), '${PAY}');
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    root.append(document.createElement('slot'));
    shop.watchStyles(root, { signal: stop.signal, onChange(styles) {
      sent.push(styles);
      const send = () => (link.frames.length ? link.frame.configure({ styles }) : setTimeout(send, 20));
      send();
    } });
  </script>`;

interface Visit {
  readonly page: Page;
  readonly frame: Frame;
  readonly warnings: string[];
}

let web: Web;
/** Long enough for a message that should not arrive. */
let shared: Visit;
beforeAll(async () => {
  web = await startWeb();
  web.put('/shop.js', await bundle('test/channel/pages/shop-page.ts'));
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put(`${SHOP}/`, SHOP_HTML);
  web.put(
    `${PAY}/frame`,
    `<!doctype html><meta http-equiv="content-security-policy" content="style-src 'none'">
     <script>window.parents = ['${SHOP}']</script><script src="/frame.js"></script>`,
  );
  shared = await visit();
}, 60_000);
afterAll(() => web.close());

async function visit(): Promise<Visit> {
  const page = await web.newPage();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('florin')) warnings.push(message.text());
  });
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(`${SHOP}/`);
  const frame = page.frames()[1]!;
  await frame.waitForFunction(() => globalThis.field.calls.length > 0);
  return { page, frame, warnings };
}

const styleOf = (frame: Frame, name: string) =>
  frame.evaluate((property) => document.documentElement.style.getPropertyValue(property), name);

const becomes = (frame: Frame, name: string, value: string) =>
  expect.poll(() => styleOf(frame, name), { message: name }).toBe(value);

describe('the styles of the page', () => {
  it('are in the frame when it is connected', async () => {
    const { page, frame } = await visit();
    expect(await styleOf(frame, '--florin-font')).toBe('"Courier New", monospace');
    expect(await styleOf(frame, 'font-size')).toBe('18px');
    expect(await styleOf(frame, 'line-height')).toBe('27px');
    expect(await styleOf(frame, 'letter-spacing')).toBe('0.5px');
    expect(await styleOf(frame, 'color-scheme')).toBe('light');
    expect(await styleOf(frame, 'direction')).toBe('ltr');
    // A property that the shop does not set has the frame's own value, whatever the page's text colour is.
    expect(await styleOf(frame, '--florin-ink')).toBe('');
    expect(await page.evaluate('sent.length')).toBe(1);
  });

  it.each([
    ['--florin-ink', 'color-mix(in srgb, red 50%, blue)', 'color(srgb 0.5 0 0.5)'],
    ['--florin-ink-soft', 'var(--shop-grey, #60646c)', 'rgb(96, 100, 108)'],
    ['--florin-paper', 'light-dark(#fff, #111)', 'rgb(255, 255, 255)'],
    ['--florin-line', 'oklch(0.7 0.1 200)', 'oklch(0.7 0.1 200)'],
    ['--florin-accent', 'rebeccapurple', 'rgb(102, 51, 153)'],
    ['--florin-on-accent', 'hsl(120deg 100% 25%)', 'rgb(0, 128, 0)'],
    ['--florin-danger', 'color(display-p3 1 0 0 / 0.5)', 'color(display-p3 1 0 0 / 0.5)'],
    ['--florin-autofill', 'currentcolor', 'rgb(9, 9, 9)'],
    // The same value as the page's text; but a set value differs from an unset one.
    ['--florin-ink', 'rgb(9, 9, 9)', 'rgb(9, 9, 9)'],
    ['--florin-radius', '0.5rem', '8px'],
    ['--florin-gap', '0px', '0px'],
    ['--florin-gap', 'calc(1em + 2px)', '20px'],
    ['--florin-control-height', 'clamp(44px, 3rem, 60px)', '48px'],
    ['--florin-font', "'Iowan Old Style', Georgia , serif", '"Iowan Old Style", Georgia, serif'],
    ['--florin-areas', "'number number'\n    'expiry cvn'", '"number number" "expiry cvn"'],
    ['--florin-columns', '2fr  1fr', '2fr 1fr'],
  ])('are sent live: %s, written as %s', async (name, written, crossed) => {
    const { page, frame, warnings } = shared;
    await page.evaluate(([property, value]) => document.body.style.setProperty(property!, value!), [name, written]);
    await becomes(frame, name, crossed);
    await page.evaluate((property) => document.body.style.removeProperty(property), name);
    await becomes(frame, name, name === '--florin-font' ? '"Courier New", monospace' : '');
    expect(warnings).toEqual([]);
    expect(await page.evaluate('violations')).toEqual([]);
  });

  it.each<[what: string, change: string, undo: string]>([
    ['a class on <html>', `document.documentElement.className = 'night'`, `document.documentElement.className = ''`],
    ['an attribute far above', `document.body.dataset.theme = 'x'`, `delete document.body.dataset.theme`],
    [
      'a rule that is inserted',
      `r = document.styleSheets[0].insertRule(':root { --florin-ink: rgb(1, 2, 3) }')`,
      `document.styleSheets[0].deleteRule(r)`,
    ],
    [
      'a sheet that is swapped',
      `s = new CSSStyleSheet(); s.replaceSync(':root { --florin-ink: rgb(1, 2, 3) }'); document.adoptedStyleSheets = [s]`,
      `document.adoptedStyleSheets = []`,
    ],
    [
      'a sibling that comes and goes',
      `document.querySelector('section').prepend(document.createElement('hr'))`,
      `document.querySelector('hr').remove()`,
    ],
    [
      'a custom state of the page’s own',
      `document.querySelector('section').toggleAttribute('inert')`,
      `document.querySelector('section').toggleAttribute('inert')`,
    ],
  ])('follows %s', async (_what, change, undo) => {
    const { page, frame } = shared;
    await page.evaluate(() => {
      while (document.styleSheets[0]!.cssRules.length > 3) document.styleSheets[0]!.deleteRule(0);
      for (const selector of ['.night', '[data-theme=x]', 'hr + #host', 'section[inert]']) {
        document.styleSheets[0]!.insertRule(`${selector} { --florin-ink: rgb(1, 2, 3) }`);
      }
    });
    await page.evaluate(change);
    await becomes(frame, '--florin-ink', 'rgb(1, 2, 3)');
    await page.evaluate(undo);
    await becomes(frame, '--florin-ink', '');
  });

  it('follows the text colour where a value refers to it', async () => {
    const { page, frame } = shared;
    await page.evaluate(() => document.body.style.setProperty('--florin-line', 'currentcolor'));
    await becomes(frame, '--florin-line', 'rgb(9, 9, 9)');
    await page.evaluate(() => (document.querySelector('section')!.style.color = 'rgb(7, 7, 7)'));
    await becomes(frame, '--florin-line', 'rgb(7, 7, 7)');
    await page.evaluate(() => {
      document.body.style.removeProperty('--florin-line');
      document.querySelector('section')!.style.color = '';
    });
    await becomes(frame, '--florin-line', '');
  });

  it('follows the direction', async () => {
    const { page, frame } = shared;
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await becomes(frame, 'direction', 'rtl');
    await page.evaluate(() => (document.documentElement.dir = ''));
    await becomes(frame, 'direction', 'ltr');
  });

  it('follows a media query', async () => {
    const { page, frame } = await visit();
    expect(await styleOf(frame, '--florin-gap')).toBe('');
    await page.setViewportSize({ width: 1000, height: 600 });
    await becomes(frame, '--florin-gap', '20px');
  });

  it.each([
    ['normal', 'dark', 'light'],
    ['light dark', 'dark', 'dark'],
    ['light dark', 'light', 'light'],
    ['only dark', 'light', 'dark'],
  ] as const)('has the scheme in use: color-scheme %s on a %s system is %s', async (written, system, used) => {
    const { page, frame } = shared;
    await page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), written);
    await page.emulateMedia({ colorScheme: system });
    await becomes(frame, 'color-scheme', used);
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'only light'));
    await becomes(frame, 'color-scheme', 'light');
  });

  it('are sent later if they changed while the element was not displayed', async () => {
    const { page, frame } = await visit();
    await page.evaluate(() => (document.querySelector('main')!.style.display = 'none'));
    await page.waitForTimeout(100);
    await page.evaluate(() => document.body.style.setProperty('--florin-ink', 'rgb(4, 5, 6)'));
    await page.waitForTimeout(100);
    expect(await styleOf(frame, '--florin-ink')).toBe('');
    await page.evaluate(() => (document.querySelector('main')!.style.display = ''));
    await becomes(frame, '--florin-ink', 'rgb(4, 5, 6)');
  });

  it('are never half old and half new, in 60 changes without a wait', async () => {
    const { page } = await visit();
    const halves = await page.evaluate(async () => {
      const { style } = document.body;
      for (let change = 1; change <= 60; change++) {
        for (const name of ['--florin-gap', '--florin-radius']) {
          if (change % 3) style.setProperty(name, `${change}px`);
          else style.removeProperty(name);
        }
        style.fontSize = `${10 + (change % 20)}px`;
        await new Promise((resolve) => (change % 2 ? requestAnimationFrame(resolve) : setTimeout(resolve, change % 9)));
      }
      const { sent } = globalThis as unknown as { sent: Record<string, string>[] };
      return sent.filter((styles) => styles['--florin-gap'] !== styles['--florin-radius']);
    });
    expect(halves).toEqual([]);
  });

  it('follow an animation without too many messages', async () => {
    const { page, frame } = await visit();
    await page.evaluate(() => {
      CSS.registerProperty({ name: '--florin-accent', syntax: '<color>', inherits: true, initialValue: 'red' });
      document.body.animate(
        [{ '--florin-accent': 'rgb(0, 0, 0)' }, { '--florin-accent': 'rgb(0, 0, 200)' }] as Keyframe[],
        {
          duration: 1000,
          fill: 'forwards',
        },
      );
    });
    await becomes(frame, '--florin-accent', 'rgb(0, 0, 200)');
    const calls = await frame.evaluate(() => field.calls.length);
    console.log(`styles: an animation of a second crossed in ${calls} calls`);
    expect(calls).toBeLessThan(90);
    expect(await page.evaluate(() => shop.links[0]!.frames.length)).toBe(1);
  });
});

describe('an invalid value', () => {
  it.each([
    ['--florin-ink', 'url(https://evil.test/x)', 'colour'],
    ['--florin-ink', '12px', 'colour'],
    ['--florin-radius', '50%', 'length from 0 to 9999'],
    ['--florin-radius', '-3px', 'length from 0 to 9999'],
    ['--florin-control-height', '4px', 'length from 24 to 200'],
    ['--florin-font', 'url(x)', 'font'],
    ['--florin-areas', '"number pin"', 'areas'],
    ['--florin-columns', 'repeat(2, 1fr)', 'tracks'],
  ])('%s: %s is left out, with one warning', async (name, written, kind) => {
    const { page, frame, warnings } = shared;
    warnings.length = 0;
    await page.evaluate(([property, value]) => document.body.style.setProperty(property!, value!), [name, written]);
    // A valid change, to wait for; several times, because each value causes only one warning.
    for (const size of ['21px', '22px', '18px']) {
      await page.evaluate((value) => (document.body.style.fontSize = value), size);
      await becomes(frame, 'font-size', size);
    }
    expect(await styleOf(frame, name)).toBe('');
    const warning = `florin: ${name}:${written} is not applied in the frame: expected ${kind}`;
    await expect.poll(() => warnings).toEqual([warning]);
    await page.evaluate((property) => document.body.style.removeProperty(property), name);
  });
});

describe('the watch', () => {
  it('takes no space in the page, and sends nothing without a change', async () => {
    const { page } = await visit();
    await page.waitForTimeout(500);
    expect(await page.evaluate('sent.length')).toBe(1);
    const shifts = await page.evaluate(async () => {
      const seen: PerformanceEntry[] = [];
      new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return seen.length;
    });
    expect(shifts).toBe(0);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect(size).toEqual([0, 0]);
  });

  it('leaves nothing when it ends', async () => {
    const { page, frame } = await visit();
    await page.evaluate('stop.abort()');
    expect(await page.evaluate(() => document.getElementById('host')!.shadowRoot!.innerHTML)).toBe('<slot></slot>');
    await page.evaluate(() => document.body.style.setProperty('--florin-ink', 'rgb(4, 5, 6)'));
    await page.waitForTimeout(300);
    expect(await styleOf(frame, '--florin-ink')).toBe('');
  });
});
