/**
 * IframeParameters.CSS: a merchant's style sheet for the service's frame. No public source says what the service
 * accepts, so this file is an allow-list (sandbox choice).
 *
 * Each rule is parsed, checked and written again from the names below and from values that match a grammar completely.
 * So the output cannot contain `url(`, `@import`, an attribute selector (which could leak digits to a server), an
 * escape, a comment or the end of the style element. Disallowed parts are omitted.
 */

/** Maximum length in UTF-16 units. */
const LONGEST_CSS = 20_000;
const MOST_RULES = 200;
const MOST_SELECTORS = 12;
const MOST_DECLARATIONS = 40;

/** Allowed selectors, each with the matching part of Florin's own fields. */
const SUBJECTS: Readonly<Record<string, string | null>> = {
  body: null,
  form: null,
  label: 'label',
  input: 'input',
  button: null,
  '.field': 'field',
  '.box': 'box',
  '.hint': 'hint',
  '.error': 'error',
  '.choice': null,
};
const STATES = ['hover', 'focus', 'focus-within', 'focus-visible', 'disabled'];

const N = '(?:\\d{1,4}(?:\\.\\d{1,4})?|\\.\\d{1,4})';
const LENGTH = `(?:0|${N}(?:px|r?em|%|pt))`;
const ONE_COLOUR = `(?:#(?:[\\da-f]{3,4}){1,2}|[a-z]{3,24}|(?:rgb|hsl)a?\\( ?${N}(?:deg|%)?(?:(?: ?, ?| ?/ ?| )${N}%?){2,3} ?\\))`;
const COLOUR = `(?:${ONE_COLOUR}|light-dark\\( ?${ONE_COLOUR} ?, ?${ONE_COLOUR} ?\\))`;
const LINE = '(?:none|solid|dashed|dotted|double)';
const FAMILY = '(?:"[a-z0-9 _-]{1,60}"|\'[a-z0-9 _-]{1,60}\'|[a-z][a-z0-9 _-]{0,60})';

function whole(grammar: string): RegExp {
  return new RegExp(`^(?:${grammar})$`, 'i');
}

const COLOURS = whole(COLOUR);
const LENGTHS = whole(LENGTH);
const SIDES = whole(`(?:${LENGTH}|auto)(?: (?:${LENGTH}|auto)){0,3}`);
const BORDER = whole(`(?:${LENGTH}|${LINE}|${COLOUR})(?: (?:${LENGTH}|${LINE}|${COLOUR})){0,2}`);

/** Allowed properties with the grammar of their values. */
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  'background-color': COLOURS,
  background: COLOURS,
  'border-bottom': BORDER,
  'border-color': COLOURS,
  'border-left': BORDER,
  'border-radius': whole(`${LENGTH}(?: ${LENGTH}){0,3}`),
  'border-right': BORDER,
  'border-style': whole(LINE),
  'border-top': BORDER,
  'border-width': whole(`${LENGTH}(?: ${LENGTH}){0,3}`),
  border: BORDER,
  color: COLOURS,
  'color-scheme': whole('light|dark|light dark'),
  'font-family': whole(`${FAMILY}(?: ?, ?${FAMILY}){0,9}`),
  'font-size': LENGTHS,
  'font-style': whole('normal|italic'),
  'font-weight': whole('normal|bold|[1-9]00'),
  gap: LENGTHS,
  height: LENGTHS,
  'letter-spacing': whole(`normal|-?${LENGTH}`),
  'line-height': whole(`normal|${N}|${LENGTH}`),
  'margin-bottom': LENGTHS,
  'margin-left': LENGTHS,
  'margin-right': LENGTHS,
  'margin-top': LENGTHS,
  margin: SIDES,
  'max-width': whole(`none|${LENGTH}`),
  'min-height': LENGTHS,
  outline: BORDER,
  'outline-color': COLOURS,
  'padding-bottom': LENGTHS,
  'padding-left': LENGTHS,
  'padding-right': LENGTHS,
  'padding-top': LENGTHS,
  padding: whole(`${LENGTH}(?: ${LENGTH}){0,3}`),
  'text-align': whole('left|right|center|start|end'),
  'text-transform': whole('none|uppercase|lowercase|capitalize'),
  width: whole(`auto|${LENGTH}`),
};

/**
 * Reads a selector such as `label` or `form .field input:focus`: allowed names, the last one with an optional state.
 * Undefined when it is not allowed.
 */
function readSelector(text: string): readonly string[] | undefined {
  const steps = text.trim().split(/\s+/);
  const [, last = '', state] = /^([^:]*)(?::([a-z-]+))?$/.exec(steps.pop() ?? '') ?? [];
  if (steps.length > 3 || ![...steps, last].every((step) => Object.hasOwn(SUBJECTS, step))) return undefined;
  if (state !== undefined && !STATES.includes(state)) return undefined;
  const after = state === undefined ? '' : `:${state}`;
  const plain = [...steps, last].join(' ') + after;
  const part = SUBJECTS[last];
  return part ? [plain, `.upgraded::part(${part})${after}`] : [plain];
}

function readDeclaration(text: string): readonly [string, string] | undefined {
  const colon = text.indexOf(':');
  const name = text.slice(0, colon).trim().toLowerCase();
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important\s*$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  const grammar = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
  return colon > 0 && grammar?.test(value) ? [name, value] : undefined;
}

function writeRule(selectors: readonly string[], declarations: readonly (readonly [string, string])[]): string {
  const write = (list: typeof declarations) => list.map(([name, value]) => `${name}:${value}`).join(';');
  // `color-scheme` is allowed at the root only.
  const scheme = declarations.filter(([name]) => name === 'color-scheme');
  const others = declarations.filter(([name]) => name !== 'color-scheme');
  const rules = [];
  if (scheme.length > 0) rules.push(`:root{${write(scheme)}}`);
  if (others.length > 0) rules.push(`${selectors.join(',')}{${write(others)}}`);
  return rules.join('');
}

/** Finds the end of a block, including nested blocks. */
function endOfBlock(css: string, from: number): number {
  let depth = 1;
  for (let index = from; index < css.length; index += 1) {
    if (css[index] === '{') depth += 1;
    if (css[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  return css.length;
}

/** Returns the allowed part of a merchant's style sheet, or ''. Never throws. */
export function allowedCss(text: string | undefined): string {
  const css = (text ?? '').slice(0, LONGEST_CSS).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const rules: string[] = [];
  let at = 0;
  for (let count = 0; count < MOST_RULES; count += 1) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const close = endOfBlock(css, open + 1);
    // Text before a semicolon is an at-rule without a block.
    const selectorText = css.slice(at, open).split(';').at(-1) ?? '';
    const block = css.slice(open + 1, close);
    at = close + 1;
    if (block.includes('{')) continue;
    const selectors = selectorText.split(',').map(readSelector);
    if (selectors.length > MOST_SELECTORS || selectors.includes(undefined)) continue;
    const declarations = block
      .split(';')
      .flatMap((one) => [readDeclaration(one)].filter((declaration) => declaration !== undefined))
      .slice(0, MOST_DECLARATIONS);
    rules.push(
      // One rule for each selector, because a browser that does not know one selector drops the whole list.
      ...selectors.flatMap((list) => (list ?? []).map((selector) => writeRule([selector], declarations))),
    );
  }
  return rules.join('');
}
