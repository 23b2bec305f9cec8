import { isAbsolute, join } from 'node:path';
import type { UserConfig } from 'vite';
import { licences } from './licences.js';

/** Packages that are bundled, without their unused parts. All others are imported from node_modules. */
const SHAKEN = /^(@oxc-project\/runtime|@hono\/node-server|commander|hono|kysely|saxes|xmlchars|zod)(\/|$)/;

/** Bundles the command `florin` into a few files that are loaded on demand: docs/decisions/0009-command-bundle.md. */
export const commandBuild = (): UserConfig => ({
  plugins: [licences('licences.txt')],
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: 'dist/bin',
    target: 'node20',
    ssr: join(import.meta.dirname, '../src/cli/florin.ts'),
    rolldownOptions: {
      external: (id) => /^[^.\0]/.test(id) && !isAbsolute(id) && !SHAKEN.test(id),
      output: {
        // Names of functions and classes are kept, because logs and stack traces contain them.
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
        entryFileNames: 'florin.js',
        chunkFileNames: 'florin-[name].js',
      },
    },
  },
});
