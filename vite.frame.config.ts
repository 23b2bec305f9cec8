import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compactText, smallDecorate } from './vite.config.js';
import { faultPlugin } from './test/support/fault-plugin.js';

/**
 * The frame draws by templates alone, and by a few kinds of them: src/frame/templates.ts is 2 kB less than Lit. See
 * docs/decisions/0010-frame-bytes.md.
 */
const templatesOnly: Plugin = {
  name: 'florin-templates-only',
  enforce: 'pre',
  resolveId: (id) => (id === 'lit' ? '\0lit-templates' : undefined),
  load: (id) =>
    id === '\0lit-templates'
      ? ['templates', 'style-tag'].map((name) => `export * from '/src/frame/${name}.ts';`).join('')
      : undefined,
};

const ERRORS = fileURLToPath(new URL('src/frame/frame-error.ts', import.meta.url));

const errorsBrief: Plugin = {
  name: 'florin-errors-brief',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/core/errors.js') ? ERRORS : undefined),
};

const ICONS = fileURLToPath(new URL('src/frame/icons-at-once.ts', import.meta.url));

/** A second file would be a round trip; a dynamic import of what is in the same file would wrap every module in it. */
const iconsAtOnce: Plugin = {
  name: 'florin-icons-at-once',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/icon-loader.js') ? ICONS : undefined),
};

const KEEP_INSIDE = fileURLToPath(new URL('src/frame/keep-inside.ts', import.meta.url));

const nobodyListens: Plugin = {
  name: 'florin-nobody-listens',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/keep-inside.js') ? KEEP_INSIDE : undefined),
};

const LOCALE = fileURLToPath(new URL('src/frame/locale.ts', import.meta.url));

/** No page's rule reaches into the frame. */
const withoutParts: Plugin = {
  name: 'florin-without-parts',
  enforce: 'pre',
  transform: (code, id) =>
    /\/elements\/field\/card-(field|set)\.ts$/.test(id)
      ? { code: code.replace(/\s+part=("[^"]*"|\$\{[^}]*\})/g, ''), map: null }
      : undefined,
};

/** Languages come from the page: their loader, and what it loads, stay out. The sandbox's pages speak English. */
export const languagesFromPage: Plugin = {
  name: 'florin-languages-from-page',
  enforce: 'pre',
  resolveId: (id) => (id === '../locale.js' ? LOCALE : undefined),
};

/**
 * The script of the frame page, one classic script that the signer inlines: a request for a second file would be a
 * round trip before the fields are there, and the icons are too few bytes for one.
 */
export default defineConfig({
  publicDir: false,
  plugins: [
    faultPlugin(),
    templatesOnly,
    errorsBrief,
    iconsAtOnce,
    nobodyListens,
    languagesFromPage,
    withoutParts,
    compactText,
    smallDecorate,
  ],
  build: {
    outDir: 'dist/browser',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/frame/frame.ts', formats: ['iife'], name: 'florinFrame', fileName: () => 'florin-frame.js' },
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
});
