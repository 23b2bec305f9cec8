// @ts-check
/** Regular expressions that may take more than linear time, each with the reason. The lists may only become shorter. */

/** By the literal. @type {ReadonlyMap<string, string>} */
export const SLOW_PATTERNS = new Map([
  [String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`, 'the demo shop reads 120 characters of a field'],
  [
    String.raw`/^((?:"[\p{L}\p{N} _.&+-]{1,60}"|(?!(inherit|initial|unset|revert|default)\b)-?[\p{L}_][\p{L}\p{N} _-]{0,60})(, ?(?!$)|$))+$/iu`,
    'isStyleValue reads at most 400 characters',
  ],
  [
    String.raw`/^(?! )((^| )(\d*\.?\d+(px|fr|%)|auto|m(in|ax)-content)){1,6}$/`,
    'isStyleValue reads at most 400 characters',
  ],
  [
    String.raw`/<!--[^]*?(?:-->|$)|<(script|link)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi`,
    "the doctor command reads the page of the person's own shop",
  ],
  [String.raw`/<script type="importmap">(.*?)<\/script>/`, 'reads a text of the build'],
  [
    String.raw`/\p{Nd}(?:[\s\p{Pd}\p{Cf}._/+*,]{0,3}\p{Nd}){12,}/gu`,
    'from each digit it reads at most 48 characters before it finds a run or gives up; recheck does not decide',
  ],
  [String.raw`/\.?0+$/`, 'reads a time of fixed length that was just written'],
  [String.raw`/^\+?[\d ()-]*\d[\d ()-]*$/`, "reads an option of the shop's own, at most 200 characters"],
  [String.raw`/^[^\p{Cc}]*\S[^\p{Cc}]*$/u`, "reads an option of the shop's own, at most 200 characters"],
]);

/** Files that build patterns from constants or options: the check sees literals only. @type {ReadonlyMap<string, string>} */
export const BUILT_PATTERNS = new Map([
  ['src/channel/style-grammar.ts', 'isStyleValue reads at most 400 characters'],
  ['src/core/guid.ts', 'a GUID has a fixed length'],
  ['src/core/reference.ts', "a shop's pattern for a reference of at most 50 characters"],
  ['src/elements/florin-references/references-element.ts', "a shop's pattern, in the browser of who types"],
  ['src/pages/mask-call.ts', 'a GUID has a fixed length'],
  ['src/sandbox/backoffice/sessions.ts', 'a cookie with a token of fixed length'],
  ['src/sandbox/operations/card-entry.ts', 'a number of fixed length'],
  ['src/sandbox/operations/dv-token.ts', 'a number of fixed length'],
  [
    'src/sandbox/pages/merchant-css.ts',
    'each part of the grammars is bounded, and a style sheet has at most 20,000 characters',
  ],
  ['src/sandbox/webhooks/catcher.ts', 'a path with a key of fixed length'],
  ['src/service/loggable-text.ts', 'a GUID has a fixed length'],
  ['src/signer/order-tokens/order-token-claims.ts', 'a claim of a signed token; each part is bounded'],
  ['src/signer/order-tokens/order-token-members.ts', 'reads from one place on (sticky), each character once'],
  ['src/signer/order-tokens/order-token-references.ts', 'a claim of a signed token; each part is bounded'],
]);
