import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { defineConfig, type Plugin } from 'vite';
import { faultPlugin } from './test/support/fault-plugin.js';

/** package.json names the published files that have effects; these are their sources. */
const keepRegistrations: Plugin = {
  name: 'florin-keep-registrations',
  transform(code, id) {
    const hasEffect =
      /\/src\/(widget\/(florin|isolated|define-later|mount)|elements\/define|elements\/(extras|beside|cards)|elements\/framed|elements\/languages|elements\/watch-language|elements\/[a-z-]+\/(florin-[a-z-]+|framed))\.ts$/.test(
        id,
      );
    return hasEffect ? { code, map: null, moduleSideEffects: true } : undefined;
  },
};

/**
 * What the elements use of Lit, in few bytes: docs/decisions/0007-build.md. Whoever asks for more of Lit than is here, a
 * directive for example, is told so by the build.
 */
export const smallLit = (templates = 'lit/html.js'): Plugin => {
  const parts: Record<string, string> = {
    lit: `
      export * from '${templates}';
      export * from '/src/frame/style-tag.ts';
      export { SmallElement as LitElement } from '/src/elements/small-element.ts';`,
    'lit/decorators.js': "export { property, state } from '/src/elements/small-element.ts';",
    'lit/html.js': `export * from '${templates}';`,
  };
  return {
    name: 'florin-small-lit',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!/^lit(\/|$)/.test(id) || importer?.startsWith('\0')) return undefined;
      if (!(id in parts)) throw new Error(`${importer}: the script tag has no ${id}`);
      return { id: `\0${id}`, moduleSideEffects: false };
    },
    load: (id) => (id.startsWith('\0lit') ? parts[id.slice(1)] : undefined),
  };
};

const CALLS = fileURLToPath(new URL('src/channel/call-frame.ts', import.meta.url));

/** Of Comlink, the page calls one method at a time with one plain value: docs/decisions/0010-frame-bytes.md. */
export const smallComlink: Plugin = {
  name: 'florin-small-comlink',
  enforce: 'pre',
  resolveId: (id) => (id === 'comlink' ? CALLS : undefined),
};

/** Takes line breaks, indentation and comments out of `html` and `css` templates, and reasons out of the transition table. */
export const compactText: Plugin = {
  name: 'florin-compact-text',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/src/checkout/transitions.ts')) return { code: withoutReasons(code), map: null };
    if (!/\/src\/(elements|frame)\/.*\.ts$/.test(id) || !/\b(html|css|svg)`/.test(code)) return undefined;
    const edits: { start: number; end: number; text: string }[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node)) {
        const compact = node.tag.getText() === 'css' ? compactCss : compactHtml;
        const { template } = node;
        const parts = ts.isNoSubstitutionTemplateLiteral(template)
          ? [template]
          : [template.head, ...template.templateSpans.map((span) => span.literal)];
        for (const part of parts) {
          const end = part.getEnd() - (part.getText().endsWith('${') ? 2 : 1);
          const start = part.getStart() + 1;
          edits.push({ start, end, text: compact(code.slice(start, end)) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true));
    let compacted = code;
    for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
      compacted = compacted.slice(0, start) + text + compacted.slice(end);
    }
    return { code: compacted, map: null };
  },
};

function compactCss(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
}

function compactHtml(text: string): string {
  return text.replace(/>\s*\n\s*</g, '><').replace(/\s*\n\s*/g, ' ');
}

/** The table says why for its readers and for the documentation; a browser has no use for it. */
function withoutReasons(code: string): string {
  return code.replace(/(\[\s*'\w+'),\s*(['"]).*?\2,?\s*\]/g, '$1]');
}

/**
 * Hands the first file's parts to the others by a symbol instead of an import. A page that asks for `florin.js?ver=3`
 * would otherwise load, by their imports, `florin.js` once more: another Lit, which `trusted-types lit-html` refuses.
 * The symbol is named for all that is built, so that parts of two versions on one page do not meet.
 */
function handOver(): Plugin {
  let place = '';
  return {
    name: 'florin-hand-over',
    buildEnd() {
      const hash = createHash('sha256');
      for (const id of [...this.getModuleIds()].sort()) hash.update(this.getModuleInfo(id)?.code ?? '');
      place = `globalThis[Symbol.for('florin:${hash.digest('hex').slice(0, 8)}')]`;
    },
    renderChunk(code, chunk) {
      // The form would wait for two.
      if (chunk.isEntry && chunk.imports.length > 0) throw new Error(`The first file imports ${chunk.imports.join()}`);
      const renamed = (names: string) => names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1');
      const replaced = chunk.isEntry
        ? onlyOnce(code.replace(/^export \{([^}]*)\};/m, (_all, names: string) => `${place} ??= {${renamed(names)}};`))
        : code
            .replace(
              /^import \{([^}]*)\} from "\.\/florin\.js";/m,
              (_all, names: string) => `const {${names.replace(/ as /g, ': ')}} = ${place};`,
            )
            // The classic build checks hashes (src/widget/load-pinned.ts).
            .replace(
              /\bimport\(["'`]\.\/(florin-[a-z-]+\.js)["'`]\)/g,
              (all, name) => `(${place}.$?.("${name}") ?? ${all})`,
            );
      if (/from "\.\/florin\.js"/.test(replaced)) throw new Error(`${chunk.fileName} imports the first file`);
      return { code: replaced, map: null };
    },
  };
}

/** A second copy, of whatever version, does nothing: another Lit would be refused by `trusted-types lit-html`. */
function onlyOnce(code: string): string {
  return `if (globalThis.Florin) console.warn("Florin is loaded twice"); else {\n${code}\n}`;
}

/**
 * The bundler's helper for `import()` of a part of a file, in each file that needs it: in a file of its own it would be one
 * more request before any of them can run.
 */
export const inlineRuntime: Plugin = {
  name: 'florin-inline-runtime',
  renderChunk: (code) => ({
    code: code.replace(
      /^import \{ \w+ as (\w+) \} from "\.\/florin-(?:isolated-)?rolldown-runtime\.js";/m,
      (_import, helper: string) =>
        // Who registers a tag is asked for that alone, and has no exports.
        new RegExp(`\\b${helper}\\(\\{(?!\\}\\))`).test(code)
          ? `const ${helper} = (getters) => { const all = {}; for (const name in getters) ` +
            'Object.defineProperty(all, name, { get: getters[name], enumerable: true }); return all; };'
          : `const ${helper} = (none) => none;`,
    ),
    map: null,
  }),
  generateBundle(_options, bundle) {
    for (const name of Object.keys(bundle))
      if (/^florin-(isolated-)?rolldown-runtime\.js/.test(name)) delete bundle[name];
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk' && /rolldown-runtime\.js/.test(file.code))
        throw new Error(`${file.fileName} still imports the bundler's helper`);
    }
  },
};

/**
 * The compiler's helper for decorators of every kind is 200 bytes; ours are all of properties, and decorate by what they
 * do, not by what they return.
 */
export const smallDecorate: Plugin = {
  name: 'florin-small-decorate',
  renderChunk: (code) => ({
    code: code.replace(
      /function __decorate\([\s\S]*?\n}\n/,
      'function __decorate(decorators, target, key) { for (const decorate of decorators) decorate(target, key) }\n',
    ),
    map: null,
  }),
};

/** The words of a language are files that both script tags use: tools/languages.mjs makes them. */
export const languageFiles: Plugin = {
  name: 'florin-language-files',
  enforce: 'pre',
  resolveId(source, importer) {
    const name = /^\.\/languages\/([a-z-]+)\.js$/.exec(source)?.[1];
    return name && importer?.endsWith('/src/elements/languages.ts')
      ? { id: `florin-language:${name}`, external: true }
      : undefined;
  },
  renderChunk: (code) => ({ code: code.replace(/florin-language:([a-z-]+)/g, './florin-lang-$1.js'), map: null }),
};

/** What nobody needs before the form is there. One file, so that one hash covers it. */
const SECOND =
  /rolldown\/runtime|\/src\/(checkout\/(?!attempt-record|token-|submit-token)|core\/(errors|money)|wire|widget\/(define-later|load-for-tags|marked)|elements\/((pay-)?events\.|watch-language|words-of-action|words\/(payment|language-table)|field\/(brand-icons|form-control|single-field)|florin-card-|florin-checkout\/(payment|checkout-message|challenge-event|shown-total)))/;

/**
 * The bank account's own copy of a few lines of the first file: shared with it, the bundler would take Lit out of the first
 * file into one of its own, and the form would wait for two.
 */
const ownDigits: Plugin = {
  name: 'florin-own-digits',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer?.endsWith('/src/core/bank/bank-account.ts') || source !== '../card/digits.js') return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?bank-account`;
  },
};

/** `Florin.mount`, for pages that use it. */
const MOUNT = /\/src\/widget\/(mount|data-)/;

/**
 * The security code's element is in the second file, which is there before saved cards are: imported by them, it would take
 * Lit out of the first file too.
 */
const cvnIsThere: Plugin = {
  name: 'florin-cvn-is-there',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.endsWith('/florin-saved-cards.ts') && source.endsWith('/florin-card-cvn.js')
      ? '\0florin-nothing'
      : undefined,
  load: (id) => (id === '\0florin-nothing' ? 'export {};' : undefined),
};

/** What saves a card or a bank account instead of paying. */
const TOKENS = /\/src\/elements\/florin-checkout\/token[-.]/;

/** What became of that: for the form, and for a receipt on a page without one. */
const SAVED =
  /\/src\/(checkout\/(token-|submit-token)|elements\/(words\/token|florin-receipt\/saved|florin-checkout\/token-(event|message|text)))/;

/** What is asked for when a payment comes near its end. */
const RECEIPT = /\/src\/elements\/(florin-receipt|words\/receipt)/;

/** For shoppers who are logged in. */
const CARDS =
  /\/src\/elements\/(cards\.|card-choice|florin-(saved-cards|store-card)|florin-checkout\/chosen-card|words\/saved-cards)/;

/** What only some pages have a tag of. */
const EXTRAS =
  /\/src\/(core\/bank|core\/card\/digits\.ts\?bank-account|elements\/(extras\.|florin-(amount|bank-account)|words\/(amount|bank-account)))/;

/** What stands beside the checkout on some pages. */
const BESIDE = /\/src\/(core\/reference\.|elements\/(beside|florin-(references|pay-button)|words\/references))/;

/**
 * The browser bundle of the script tag: ES modules, no inline style, no eval. `florin.js` draws the form; it asks for
 * `florin-more.js` by itself. Everything else of the package is plain `tsc` output, for the bundlers of its users.
 */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [
    faultPlugin(),
    smallLit(),
    smallComlink,
    languageFiles,
    ownDigits,
    cvnIsThere,
    compactText,
    smallDecorate,
    keepRegistrations,
    inlineRuntime,
    handOver(),
  ],
  build: {
    outDir: 'dist/browser',
    target: 'es2022',
    sourcemap: true,
    lib: { entry: 'src/widget/florin.ts', formats: ['es'], fileName: () => 'florin.js' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // In a library build Vite keeps the blanks of ES modules.
        minify: true,
        chunkFileNames: 'florin-[name].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'more', test: SECOND },
            { name: 'mount', test: MOUNT },
            { name: 'saved', test: SAVED },
            { name: 'tokens', test: TOKENS },
            { name: 'receipt', test: RECEIPT },
            { name: 'extras', test: EXTRAS },
            { name: 'beside', test: BESIDE },
            { name: 'cards', test: CARDS },
          ],
        },
      },
    },
  },
});
