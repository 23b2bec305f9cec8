import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStyleSheet } from '../../src/channel/apply-styles.js';
import { isStyleValue } from '../../src/channel/style-grammar.js';
import { PROBE_TABLE } from '../../src/channel/style-probe.js';
import { STYLE_TABLE } from '../../src/channel/style-table.js';
import { fastest } from '../support/fastest.js';

const ROWS = Object.entries(STYLE_TABLE).map(([name, each]) => ({ name, ...each }));

const row = (name: string) => {
  const found = ROWS.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};

it('the page probes every style of the table by a property of its own', () => {
  expect(Object.keys(PROBE_TABLE)).toEqual(ROWS.map(({ name }) => name));
  const used = Object.entries(PROBE_TABLE).map(([name, [via]]) => via ?? name);
  expect(new Set(used).size).toBe(used.length);
});

describe('a value crosses', () => {
  it.each([
    // As Chromium, Firefox and WebKit print computed values.
    ['--florin-ink', 'rgb(28, 32, 36)'],
    ['--florin-ink', 'rgba(28, 32, 36, 0.5)'],
    ['--florin-ink', 'color(srgb 0.1 0.2 0.3)'],
    ['--florin-ink', 'color(display-p3 1 0.5 0 / 0.25)'],
    ['--florin-ink', 'color(srgb-linear 1e-7 -0.2 0)'],
    ['--florin-ink', 'color(xyz-d65 0.1 0.2 0.3)'],
    ['--florin-ink', 'oklch(0.7 0.1 200)'],
    ['--florin-ink', 'oklab(0.7 -0.1 0.05 / 0.5)'],
    ['--florin-ink', 'lab(50 -10.5 20)'],
    ['--florin-ink', 'lch(none 20 300)'],
    ['--florin-ink', '#1c2024'],
    ['--florin-ink', '#FFF8'],
    ['--florin-radius', '0px'],
    ['--florin-radius', '9999px'],
    ['--florin-gap', '12.5px'],
    ['--florin-control-height', '48px'],
    ['--florin-font', 'serif'],
    ['--florin-font', '"Helvetica Neue", Arial, sans-serif'],
    ['--florin-font', '-apple-system, system-ui'],
    ['--florin-font', '"Noto Sans CJK JP", 游ゴシック'],
    ['--florin-font', 'Georgia Pro,serif'],
    ['--florin-areas', '"number number" "expiry cvn" "name name"'],
    ['--florin-areas', '"number . cvn"'],
    ['--florin-columns', '2fr 1fr'],
    ['--florin-columns', 'auto 120px 10%'],
    ['font-size', '16px'],
    ['font-weight', '400'],
    ['font-weight', '550.5'],
    ['letter-spacing', 'normal'],
    ['letter-spacing', '-0.2px'],
    ['line-height', '24px'],
    ['line-height', 'normal'],
    ['direction', 'rtl'],
    ['color-scheme', 'dark'],
  ])('%s: %s', (name, value) => {
    expect(isStyleValue(value, row(name))).toBe(true);
  });
});

const ATTACKS = [
  'url(https://evil.test/x)',
  'URL(//evil.test)',
  'u\\72l(//evil.test)',
  'image-set("https://evil.test/x" 1x)',
  'image(ltr "x")',
  'cross-fade(url(x), red)',
  'element(#x)',
  'paint(x)',
  'expression(alert(1))',
  'attr(value)',
  'attr(value type(<color>))',
  'var(--x)',
  'env(safe-area-inset-top)',
  'calc(1px + 1px)',
  'src("https://evil.test")',
  'rgb(1, 2, 3); background: url(//evil.test)',
  'rgb(1, 2, 3)}*{color:red}',
  'rgb(1, 2, 3) !important',
  'rgb(1, 2, 3)/**/',
  'rgb(var(--x), 2, 3)',
  'rgb(1, 2)',
  'rgb(1, 2, 3, 4, 5)',
  'color(url(x) 1 2 3)',
  'color(1 2 3)',
  'rgb(srgb 1 2 3)',
  'red',
  'inherit',
  'currentcolor',
  '#12345',
  'javascript:alert(1)',
  '</style><script>alert(1)</script>',
  '1px 2px',
  '1em',
  '50%',
  '1px\u0000',
  '1px\nurl(x)',
  '',
  ' ',
  'none',
  '"number" url(x)',
  '"number" "pin"',
  '"number',
  "'a'",
  'Arial, ',
  ', Arial',
  'Arial,, serif',
  '"a\\"b"',
  'Arial; x',
  'a'.repeat(500),
  `${'Arial, '.repeat(100)}serif`,
];

describe('no row accepts', () => {
  const cases = ROWS.flatMap((each) => ATTACKS.map((value) => [each.name, value] as const));
  it('any of the attacks', () => {
    const taken = cases.filter(([name, value]) => isStyleValue(value, row(name)));
    // Valid in these properties: words can be names of fonts, and columns may have two sizes and a percentage.
    const fonts = ['red', 'currentcolor', 'none'].map((word) => ['--florin-font', word]);
    const columns = ['1px 2px', '50%'].map((sizes) => ['--florin-columns', sizes]);
    expect(taken).toEqual([...fonts, ...columns]);
    console.log(`style grammar: ${cases.length} pairs, ${taken.length} taken`);
  });

  it('a value with a bracket that is not a colour’s, a quote that is not a name’s, or any of ; { } \\ < > @', () => {
    const seed = 20261125;
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS, 'rgb(1, 2, 3)', '8px', '"Arial"', '(', ')', ',', ' ', '/', 'color(srgb 1 2 3)'),
      fc.string({ maxLength: 5 }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom(...ROWS), fc.array(piece, { maxLength: 4 }), (each, pieces) => {
        const value = pieces.join('');
        if (!isStyleValue(value, each)) return;
        taken += 1;
        expect(value).not.toMatch(/[;{}\\<>@\u0000-\u001f]|\/\*|url|attr|var|env/i);
        if (each.kind !== 'colour') expect(value).not.toMatch(/[()]/);
      }),
      { seed, numRuns: 20_000 },
    );
    console.log(`style grammar: seed ${seed}, 20000 values, ${taken} taken`);
  });

  it('a size out of its range', () => {
    for (const each of ROWS) {
      if (each.least === undefined || each.most === undefined) continue;
      const unit = each.kind === 'length' ? 'px' : '';
      expect(isStyleValue(`${each.most}${unit}`, each)).toBe(true);
      expect(isStyleValue(`${each.most + 1}${unit}`, each)).toBe(false);
      expect(isStyleValue(`${each.least - 1}${unit}`, each)).toBe(false);
    }
  });

  it('a long value slowly', async () => {
    const values = ['1'.repeat(1e5), 'rgb('.repeat(1e5), '"a'.repeat(1e5), 'a '.repeat(200), '"a" '.repeat(99)];
    const readAll = () => values.forEach((value) => ROWS.forEach((each) => isStyleValue(value, each)));
    expect(await fastest(200, readAll)).toBeLessThan(200);
  });
});

describe('styles of the frame’s document', () => {
  /** Records calls, in place of an element. */
  function createRoot() {
    const set = new Map<string, string>();
    const style = {
      setProperty: (name: string, value: string) => set.set(name, value),
      removeProperty: (name: string) => set.delete(name),
    };
    return { root: { style } as unknown as HTMLElement, set };
  }

  it('have only properties of the table, and each refusal is reported once', () => {
    Object.assign(globalThis, { CSS: { supports: () => true } });
    const { root, set } = createRoot();
    const warnings: string[] = [];
    const apply = createStyleSheet(root, (message) => warnings.push(message));
    const styles = {
      background: 'rgb(1, 2, 3)',
      '--florin-ink': 'url(x)',
      '--florin-gap': '8px',
      '--florin-nope': '1px',
    };
    for (let trial = 0; trial < 5; trial++) apply(styles);
    expect(Object.fromEntries(set)).toEqual({ '--florin-gap': '8px' });
    expect(warnings).toEqual([
      'florin: --florin-ink:url(x) is not applied in the frame: expected colour',
      'florin: background:rgb(1, 2, 3) is not applied in the frame',
      'florin: --florin-nope:1px is not applied in the frame',
    ]);
    apply({});
    expect(set.size).toBe(0);
  });

  it('cause at most 50 warnings', () => {
    Object.assign(globalThis, { CSS: { supports: () => true } });
    const warnings: string[] = [];
    const apply = createStyleSheet(createRoot().root, (message) => warnings.push(message));
    for (let trial = 0; trial < 1000; trial++) apply({ '--florin-ink': `url(${trial})`, [`x${trial}`]: 'y' });
    expect(warnings).toHaveLength(50);
  });
});
