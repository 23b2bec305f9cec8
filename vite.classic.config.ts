import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { VERSION } from './src/widget/version.js';
import { faultPlugin } from './test/support/fault-plugin.js';

const FOLDER = 'dist/browser';

/** By file: its hash, and all that it imports in turn, but for what is asked for later. */
function readPins(): Record<string, string[]> {
  const names = readdirSync(FOLDER).filter((name) => /^florin-(?!isolated|frame\.js|pages)[a-z-]+\.js$/.test(name));
  const codes = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
  const needsOf = (name: string): string[] => {
    const own = [...(codes.get(name) ?? '').matchAll(/\bfrom ?["'`]\.\/(florin-[a-z-]+\.js)["'`]/g)].map(
      ([, file]) => file!,
    );
    return [...new Set(own.flatMap((file) => [file, ...needsOf(file)]))];
  };
  return Object.fromEntries(
    [...codes].map(([name, code]) => [
      name,
      // The shortest that a browser takes: the file holds one for each part and each language.
      [`sha256-${createHash('sha256').update(code).digest('base64')}`, ...needsOf(name)],
    ]),
  );
}

/** `florin.js` as a function of the loader, and the place where its parts find what they need. */
function readKit(): string {
  const code = readFileSync(join(FOLDER, 'florin.js'), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
  const [place] = /globalThis\[Symbol\.for\(["'`]florin:[0-9a-f]{8}["'`]\)\]/.exec(code) ?? [];
  const pinned = code.replace(/\bimport\(["'`]\.\/(florin-[a-z-]+\.js)["'`]\)/g, 'florinLoad("$1")');
  if (!place || /\bimport\b\s*[({"'`*]|\bimport\.meta\b|^export\b/m.test(pinned)) {
    throw new Error('florin.js is not as the classic build needs it');
  }
  return `(function(florinLoad){"use strict";${pinned}\n${place}.$=florinLoad})`;
}

const putTogether: Plugin = {
  name: 'florin-put-together',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const code = chunk.code
        .replace('FLORIN_PINS', () => JSON.stringify(readPins()))
        .replace('FLORIN_KIT', () => readKit());
      if (/FLORIN_/.test(code)) throw new Error(`${chunk.fileName}: more than one place for the kit`);
      chunk.code = `if(globalThis.Florin){Florin.version==="${VERSION}"||console.warn("Florin is loaded twice")}else{${code.trim()}}\n`;
    }
  },
};

/** The script tag as one classic script. Made of the finished files of vite.config.ts, whose hashes it holds. */
export default defineConfig({
  publicDir: false,
  plugins: [faultPlugin(), putTogether],
  build: {
    outDir: FOLDER,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: 'src/widget/classic.ts',
      formats: ['iife'],
      name: 'florinClassic',
      fileName: () => 'florin.classic.js',
    },
    rolldownOptions: { output: { minify: true } },
  },
});
