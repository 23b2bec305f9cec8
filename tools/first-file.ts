/**
 * Connects the later files of a script tag with its first file. A page may load the first file as `florin.js?ver=3`. Then an
 * import of `./florin.js` in a later file would load it again, with a second copy of Lit, whose Trusted Types policy a strict
 * policy refuses. So the first file stores its exports under a global symbol, and later files read them there:
 * docs/decisions/0017-one-build.md.
 */
import { createHash } from 'node:crypto';
import { type ESTree, parseAst, type Plugin, Visitor } from 'vite';

/** Where `florin.classic.js` stores its loader, which checks hashes (src/widget/classic-kit.ts). */
const LOADER = "globalThis[Symbol.for('florin:load')]";

/** The bundler's helper for `import()` of a part of a file. In a separate file it would need one more request. */
const EXPORT_ALL =
  'const __exportAll = (getters) => { const all = {}; for (const name in getters) ' +
  'Object.defineProperty(all, name, { get: getters[name], enumerable: true }); return all; };';

const isRuntime = (name: string) => name.includes('rolldown-runtime');

interface Options {
  /**
   * For `florin.js`: a second copy on the page, of any version, does nothing; and the loader of `florin.classic.js`, if
   * present, loads the later files.
   */
  readonly isPage?: boolean;
}

/** The plugin for a build with one entry, whose file name is `first`. */
export function firstFile(first: string, { isPage = false }: Options = {}): Plugin {
  let place = '';
  return {
    name: 'florin-first-file',
    apply: 'build',
    // Each build has a symbol of its own, so that files of two builds on one page are independent.
    buildEnd() {
      const hash = createHash('sha256');
      for (const id of [...this.getModuleIds()].sort()) hash.update(this.getModuleInfo(id)?.code ?? '');
      place = `globalThis[Symbol.for('florin:${hash.digest('hex').slice(0, 8)}')]`;
    },
    renderChunk(code, { fileName, isEntry, imports }) {
      if (isEntry && imports.length > 0) throw new Error(`${fileName} imports ${imports.join()}: the form would wait`);
      const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
      const visitor = new Visitor({
        ExportNamedDeclaration({ start, end, specifiers }) {
          const names = specifiers.map(({ local, exported }) => `${nameOf(exported)}: ${nameOf(local)}`);
          if (isEntry) edits.push({ start, end, text: `${place} ??= { ${names.join(', ')} };` });
        },
        ImportDeclaration({ start, end, source, specifiers }) {
          if (isRuntime(source.value)) {
            if (specifiers.length !== 1 || specifiers[0]?.local.name !== '__exportAll')
              throw new Error(`${fileName} needs another helper of the bundler`);
            edits.push({ start, end, text: EXPORT_ALL });
          }
          if (source.value !== `./${first}`) return;
          const names = specifiers.map((each) => {
            if (each.type !== 'ImportSpecifier') throw new Error(`${fileName} imports ${first} as a whole`);
            return `${nameOf(each.imported)}: ${each.local.name}`;
          });
          edits.push({ start, end, text: `const { ${names.join(', ')} } = ${place};` });
        },
        ImportExpression({ start, end, source }) {
          if (source.type !== 'Literal' || typeof source.value !== 'string') return;
          const { value } = source;
          const asked = `(${LOADER}?.(${JSON.stringify(value.replace('./', ''))}) ?? ${code.slice(start, end)})`;
          // The first file is already loaded.
          if (value === `./${first}`) edits.push({ start, end, text: `Promise.resolve(${place})` });
          else if (isPage) edits.push({ start, end, text: asked });
        },
      });
      visitor.visit(parseAst(code));
      const connected = edits
        .sort((a, b) => b.start - a.start)
        .reduce((before, { start, end, text }) => before.slice(0, start) + text + before.slice(end), code);
      // Line numbers do not change, so the source map stays valid.
      return { code: isPage && isEntry ? onlyOnce(connected) : connected, map: null };
    },
    generateBundle(_options, bundle) {
      for (const name of Object.keys(bundle)) if (isRuntime(name)) delete bundle[name];
    },
  };
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? JSON.stringify(name.value) : name.name;
}

/** Checks `version`, because `globalThis.Florin` may also be an element with the id `Florin`. */
function onlyOnce(code: string): string {
  return `if (typeof globalThis.Florin?.version === 'string') console.warn('Florin is loaded twice'); else {${code}\n}`;
}
