import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compactText, inlineRuntime, languageFiles, smallDecorate, smallLit } from './vite.config.js';
import { faultPlugin } from './test/support/fault-plugin.js';

/** What speaks with the frame, and the payment: asked for beside the element, in one file. */
const MORE =
  /\/src\/(checkout\/(?!attempt-record)|core\/(card|money)|wire|elements\/(pay-events|words\/payment|florin-checkout\/(payment|checkout-message|challenge-event|shown-total|frame-connection))|channel\/(?!contract))/;

/** All else but the bank's step and the other methods, which are asked for when they are wanted, and the first file. */
const ELEMENT =
  /rolldown\/runtime|^(?!.*\/src\/(widget\/|elements\/(languages|watch-language|florin-checkout\/(challenge(?!-event)|method-)|words\/(challenge|field|method))))/;

/** Saving cards and accounts needs `florin.js`: here the fields of a page would come along. */
const withoutTokens: Plugin = {
  name: 'florin-without-tokens',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/elements/florin-checkout/method-cards.ts')
      ? code.replace(
          /await import\('\.\/token-form\.js'\)/,
          "(() => { throw new TypeError('purpose needs florin.js') })()",
        )
      : undefined,
};

const CALLS = fileURLToPath(new URL('src/channel/call-frame.ts', import.meta.url));

/** Of Comlink, the page calls one method at a time with one plain value: docs/decisions/0010-frame-bytes.md. */
const smallComlink: Plugin = {
  name: 'florin-small-comlink',
  enforce: 'pre',
  resolveId: (id) => (id === 'comlink' ? CALLS : undefined),
};

/** package.json names the published files that have effects; these are their sources. */
const keepRegistrations: Plugin = {
  name: 'florin-keep-registrations',
  transform: (code, id) =>
    /\/src\/(widget\/(isolated|mount)|elements\/framed|elements\/languages|elements\/watch-language|elements\/[a-z-]+\/(florin-[a-z-]+|framed))\.ts$/.test(
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
    withoutTokens,
    languageFiles,
    smallLit('/src/frame/templates.ts'),
    smallComlink,
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
            { name: 'mount', test: /\/src\/widget\/(mount|marked)/, priority: 3 },
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
