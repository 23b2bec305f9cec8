import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { faultPlugin } from './test/support/fault-plugin.js';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Packages of which the command uses a part: what it does not use is left out. All others stay where npm puts them. */
const SHAKEN = new Set([
  '@oxc-project/runtime',
  '@hono/node-server',
  'commander',
  'hono',
  'kysely',
  'saxes',
  'xmlchars',
  'zod',
]);

function isForeign(id: string): boolean {
  const [, name] = /^((?:@[^/]+\/)?[^./\0][^/]*)/.exec(id) ?? [];
  return name !== undefined && !id.startsWith(ROOT) && !SHAKEN.has(name);
}

/** Files are found from where a module stands; in here it stands beside its own place in `dist`. */
const ownPlaces: Plugin = {
  name: 'florin-own-places',
  transform(code, id) {
    if (!id.startsWith(join(ROOT, 'src')) || !code.includes('import.meta.url')) return undefined;
    const place = relative(join(ROOT, 'src'), id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `new URL('../${place}', import.meta.url)`), map: null };
  },
};

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** One letter beyond Latin-1 would make Node keep the whole file in two bytes a letter. */
const plainLetters: Plugin = {
  name: 'florin-plain-letters',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\xff]/g, escapeUnit);
    }
  },
};

/** Copies of others' code carry their licences. */
const licences: Plugin = {
  name: 'florin-licences',
  generateBundle(_options, bundle) {
    const texts = new Map<string, string>();
    for (const chunk of Object.values(bundle)) {
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const [folder, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/')) ?? [];
        if (folder !== undefined && name !== undefined && !texts.has(name)) texts.set(name, readLicence(folder));
      }
    }
    const source = [...texts].sort().map(([name, text]) => `${name}\n\n${text.trim()}\n`);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: source.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

function readLicence(folder: string): string {
  try {
    return readFileSync(join(folder, 'LICENSE'), 'utf8');
  } catch {
    const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license: string };
    return `Licensed under ${license}.`;
  }
}

/**
 * The command `florin` in few files, each loaded when it is needed. Beside `dist/cli`, which does the same from several
 * hundred modules in twice the time and with 30 MiB more: docs/decisions/0009-command-bundle.md.
 */
export default defineConfig({
  publicDir: false,
  plugins: [faultPlugin(), ownPlaces, plainLetters, licences],
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: process.env['FLORIN_COMMAND_FOLDER'] ?? 'dist/bin',
    // Somebody may be running it: it is written over, not taken away for a while.
    emptyOutDir: false,
    target: 'node20',
    ssr: join(dirname(fileURLToPath(import.meta.url)), 'src/cli/florin.ts'),
    rolldownOptions: {
      external: isForeign,
      output: {
        // Names stay: a line of the log and a stack name functions and classes.
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
        entryFileNames: 'florin.js',
        chunkFileNames: 'florin-[name].js',
      },
    },
  },
});
