import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compactText, inlineRuntime, languageFiles, smallComlink, smallDecorate, smallLit } from './vite.config.js';
import { faultPlugin } from './test/support/fault-plugin.js';

/**
 * What speaks with the frame, the payment, and what sees what the page wants besides: asked for beside the element, in one
 * file.
 */
const MORE =
  /\/src\/(widget\/(define-beside-frame|load-for-tags|marked)|checkout\/(?!attempt-record|token-|submit-token)|core\/(card\/(?!luhn)|money)|wire|elements\/(watch-language|marks|pay-events|words-of-action|words\/payment|florin-checkout\/(payment|checkout-message|challenge-event|shown-total|frame-connection))|channel\/(?!contract))/;

/** What stands beside the checkout on some pages, for shoppers who are logged in, and the amount. */
const BESIDE =
  /\/src\/(core\/(reference|card\/luhn)\.|elements\/(beside|field\/(field\.css|keep-inside)|florin-(references|pay-button)|words\/references))/;
const CARDS =
  /\/src\/elements\/(cards\.|card-choice|field\/(brand-icons|icon-loader|field-registry)|florin-(saved-cards|store-card)|florin-checkout\/chosen-card|words\/saved-cards)/;
/** What saves a card instead of paying, and what became of that. */
const TOKENS = /\/src\/elements\/florin-checkout\/(token[-.]|leave-by-form)/;
const SAVED =
  /\/src\/(checkout\/(token-|submit-token)|elements\/(words\/token|florin-receipt\/saved|florin-checkout\/token-(event|message|text)))/;
const AMOUNT = /\/src\/elements\/(florin-amount|words\/amount)/;

/** All else but the bank's step and the other methods, which are asked for when they are wanted, and the first file. */
const ELEMENT =
  /rolldown\/runtime|^(?!.*\/src\/(widget\/|elements\/(languages|watch-language|florin-checkout\/(challenge(?!-event)|method[.-])|words\/(action|challenge|field|method))))/;

/** Here are no fields for a page: typing a card or an account there, and taking its form over, need `florin.js`. */
const withoutPageFields: Plugin = {
  name: 'florin-without-page-fields',
  enforce: 'pre',
  transform(code, id) {
    const replace = (from: RegExp, to: string) => {
      if (!from.test(code)) throw new Error(`${id} has no ${from.source}`);
      code = code.replace(from, to);
    };
    if (id.endsWith('/florin-checkout/method-cards.ts')) {
      replace(/^import .* from '\.\/method-webform\.js';/m, 'const offerWebform = () => {}, pageRead = () => {};');
    } else if (id.endsWith('/florin-checkout/token-form.ts')) {
      replace(/token-typed\.js/, 'token-framed.js');
    } else if (id.endsWith('/florin-checkout/checkout-element.ts')) {
      replace(/ \|\| \(!this\.card && this\.querySelector\('\[slot=form\]'\)\)/, '');
      replace(/`<slot name="form">(\$\{.*?\})<\/slot>`/, '`$1`');
    } else return undefined;
    // Its lines stay where they are.
    return { code, map: null };
  },
};

/** The security code of a saved card is typed in the frame, as that of every card: no field for it in the page. */
const cvnIsInFrame: Plugin = {
  name: 'florin-cvn-is-in-frame',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.endsWith('/florin-saved-cards.ts') && source.endsWith('/florin-card-cvn.js')
      ? '\0florin-nothing'
      : undefined,
  load: (id) => (id === '\0florin-nothing' ? 'export {};' : undefined),
};

/** No card is typed in the page: whoever holds it sends it, and the page's own sending stays out. */
const SENT: Readonly<Record<string, readonly [from: string, to: string]>> = {
  checkout: [
    "typeof card === 'function' ? card(key, exchange) : submitCard(key.submitUrl, card, exchange)",
    '(card as SendCard)(key, exchange)',
  ],
  'token-flow': [
    "typeof input === 'function' ? input(key, exchange) : submitToken(key.submitUrl, input, exchange)",
    '(input as SendToken)(key, exchange)',
  ],
};
const cardIsInFrame: Plugin = {
  name: 'florin-card-is-in-frame',
  enforce: 'pre',
  transform(code, id) {
    const [from, to] = SENT[/\/src\/checkout\/([a-z-]+)\.ts$/.exec(id)?.[1] ?? ''] ?? [];
    if (from === undefined || to === undefined) return undefined;
    if (!code.includes(from)) throw new Error(`${id}: how a card is sent has changed`);
    return { code: code.replace(from, to), map: null };
  },
};

const BRANDS = fileURLToPath(new URL('src/core/card/brand-brief.ts', import.meta.url));

/** Numbers are told apart in the frame. Who asks for more of a brand than its names is told so by the build. */
const brandsBrief: Plugin = {
  name: 'florin-brands-brief',
  enforce: 'pre',
  resolveId: (id) => (/\/card\/brand\.js$|^\.\/brand\.js$/.test(id) ? BRANDS : undefined),
};

/** package.json names the published files that have effects; these are their sources. */
const keepRegistrations: Plugin = {
  name: 'florin-keep-registrations',
  transform: (code, id) =>
    /\/src\/(widget\/(isolated|define-beside-frame|mount)|elements\/(framed|beside|cards)|elements\/languages|elements\/watch-language|elements\/[a-z-]+\/(florin-[a-z-]+|framed))\.ts$/.test(
      id,
    )
      ? { code, map: null, moduleSideEffects: true }
      : undefined,
};

/**
 * The script tag for pages that use `isolation="frame"` only. Three files: the first draws the frames, the second is the
 * element, the third is all that nobody needs before the frame has come.
 */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [
    faultPlugin(),
    withoutPageFields,
    languageFiles,
    smallLit('/src/frame/templates.ts'),
    smallComlink,
    cvnIsInFrame,
    cardIsInFrame,
    brandsBrief,
    compactText,
    smallDecorate,
    keepRegistrations,
    inlineRuntime,
  ],
  build: {
    outDir: 'dist/browser',
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    lib: { entry: 'src/widget/isolated.ts', formats: ['es'], fileName: () => 'florin-isolated.js' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // In a library build Vite keeps the blanks of ES modules.
        minify: true,
        chunkFileNames: 'florin-isolated-[name].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'more', test: MORE, priority: 2 },
            { name: 'mount', test: /\/src\/widget\/mount/, priority: 3 },
            { name: 'cards', test: CARDS, priority: 3 },
            { name: 'saved', test: SAVED, priority: 4 },
            { name: 'tokens', test: TOKENS, priority: 3 },
            { name: 'beside', test: BESIDE, priority: 2 },
            { name: 'amount', test: AMOUNT, priority: 2 },
            // As for the other script tag: when a payment comes near its end, or the bank asks the shopper.
            { name: 'receipt', test: /\/src\/elements\/(florin-receipt|words\/receipt)/, priority: 2 },
            {
              name: 'challenge',
              test: /\/src\/elements\/(florin-checkout|words)\/challenge[.-](?!event)/,
              priority: 2,
            },
            // Nothing imports the first file: a page may ask for it as `florin-isolated.js?ver=3`.
            { name: 'element', test: ELEMENT, priority: 1 },
          ],
        },
      },
    },
  },
});
