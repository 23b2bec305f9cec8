import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { commandBuild } from './tools/command-build.js';
import { firstFile } from './tools/first-file.js';
import { languageFiles } from './tools/language-files.js';
import { licences } from './tools/licences.js';
import { readPins } from './tools/pins.js';
import { workerBuild } from './tools/worker-build.js';
import { VERSION } from './src/core/version.js';

const pathOf = (path: string) => join(import.meta.dirname, path);

/** A script tag does not hydrate HTML of a server. */
const NO_HYDRATION = { 'src/elements/hydration.ts': 'src/widget/no-hydration.ts' };
/** The frame gets its texts from the page; the sandbox's pages are in English. All contain the icons. */
const ONE_FILE = {
  'src/elements/locale.ts': 'src/frame/locale.ts',
  'src/elements/watch-language.ts': 'src/frame/locale.ts',
  'src/elements/field/icon-loader.ts': 'src/frame/icons-at-once.ts',
};

/** Builds with other modules in the place of some. @param swaps - module, and what is built in its place */
function inPlaceOf(swaps: Readonly<Record<string, string>>): Plugin {
  // Vite resolves a module to its real path, also in a checkout that a link leads to.
  const real = (path: string) => realpathSync(pathOf(path));
  const replacements = new Map(Object.entries(swaps).map(([from, to]) => [real(from), real(to)]));
  return {
    name: 'florin-in-place-of',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('.')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return (resolved && replacements.get(resolved.id)) ?? null;
    },
  };
}

const WITH_IMPORTS = { includeDependenciesRecursively: true };

/**
 * A script tag: a first file, and later files for the dynamic imports of the source.
 * @param closures - modules that form one file with all their imports; the first one contains what they share
 */
function scriptTag(
  name: string,
  entry: string,
  closures: Readonly<Record<string, RegExp>>,
  plugin: Plugin,
): UserConfig {
  const groups: Rolldown.CodeSplittingGroup[] = [
    // The form needs only this file.
    { name: 'first', tags: ['$initial'], priority: 3 },
    ...Object.entries(closures).map(([part, test]) => ({ name: part, test, ...WITH_IMPORTS, priority: 2 })),
    // Code that two later files share, in one file instead of many small ones.
    { name: 'shared', minShareCount: 2, priority: 1 },
  ];
  return {
    plugins: [languageFiles, inPlaceOf(NO_HYDRATION), plugin],
    build: {
      lib: { entry: pathOf(entry), formats: ['es'], fileName: () => `${name}.js` },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          chunkFileNames: (chunk) => `${name}-${chunk.name.replace(/^florin-/, '')}.js`,
          codeSplitting: { includeDependenciesRecursively: false, groups },
        },
      },
    },
  };
}

/** One classic script. */
function oneScript(name: string, entry: string, rolldownOptions: Rolldown.RolldownOptions = {}): UserConfig {
  return {
    plugins: [inPlaceOf({ ...NO_HYDRATION, ...ONE_FILE })],
    // The name of the page's file in its classic script.
    resolve: { alias: { 'florin-first-file': pathOf('dist/browser/florin.js') } },
    build: {
      lib: { entry: pathOf(entry), formats: ['iife'], name: 'florinScript', fileName: () => name },
      rolldownOptions: { ...rolldownOptions, output: { codeSplitting: false, ...rolldownOptions.output } },
    },
  };
}

/** One module. */
const oneModule = (name: string, entry: string): UserConfig => ({
  build: { lib: { entry: pathOf(entry), formats: ['es'], fileName: () => name } },
});

/** Each build by its mode: `vite build --mode frame`. tools/build.mjs runs all of them, in this order. */
const BUILDS: Readonly<Record<string, () => UserConfig>> = {
  page: () =>
    scriptTag(
      'florin',
      'src/widget/florin.ts',
      { more: /widget.define-later|core.nearest-name/ },
      firstFile('florin.js', { isPage: true }),
    ),
  isolated: () =>
    scriptTag(
      'florin-isolated',
      'src/widget/isolated.ts',
      { element: /elements.framed\.ts$/, more: /widget.define-beside-frame|core.nearest-name/ },
      firstFile('florin-isolated.js'),
    ),
  // The frame uses only Lit's templates. Without this it would contain LitElement too.
  frame: () =>
    oneScript('florin-frame.js', 'src/frame/frame.ts', {
      treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
    }),
  pages: () => oneScript('florin-pages.js', 'src/pages/florin-pages.ts'),
  reference: () => oneModule('florin-reference.js', 'src/pages/florin-reference.ts'),
  backoffice: () =>
    oneScript('florin-backoffice.js', 'src/backoffice/florin-backoffice.ts', {
      plugins: [licences('florin-backoffice.licences.txt')],
    }),
  command: commandBuild,
  tab: () => oneModule('florin-sandbox.js', 'src/tab/index.ts'),
  worker: workerBuild,
  // The script of the demo's page with a server-rendered form, as a shop's bundler builds it.
  demo: () => ({
    base: '/assets/',
    build: {
      outDir: 'build/demo/assets',
      emptyOutDir: true,
      rolldownOptions: {
        input: pathOf('demo/shop/rendered/payment.js'),
        output: { entryFileNames: 'payment.js', chunkFileNames: '[name].js' },
      },
    },
  }),
  // Contains the hashes of the page's files, so it is built after them.
  classic: () => ({
    ...oneScript('florin.classic.js', 'src/widget/classic.ts', {
      external: /^\.\/florin-[a-z-]+\.js$/,
      output: {
        banner: `if (typeof globalThis.Florin?.version === 'string') { if (Florin.version !== '${VERSION}') console.warn('Florin is loaded twice'); } else {`,
        footer: '}',
      },
    }),
    define: { FLORIN_PINS: JSON.stringify(readPins('dist/browser')) },
  }),
};

export default defineConfig(({ mode }) => {
  const { build, ...config } = (BUILDS[mode] ?? BUILDS['page']!)();
  const { rolldownOptions, ...options } = build ?? {};
  const output = { minify: true, ...(rolldownOptions?.output as Rolldown.OutputOptions) };
  return {
    base: './',
    publicDir: false,
    ...config,
    build: {
      outDir: 'dist/browser',
      // The page's build is the first one of the folder.
      emptyOutDir: mode === 'page',
      target: 'es2022',
      ...options,
      rolldownOptions: { ...rolldownOptions, output },
    },
  };
});
