import { isAbsolute, join } from 'node:path';
import type { UserConfig } from 'vite';
import { licences } from './licences.js';

/** Packages of which the command uses a part: what it does not use is left out. All others stay where npm puts them. */
const SHAKEN = /^(@oxc-project\/runtime|@hono\/node-server|commander|hono|kysely|saxes|xmlchars|zod)(\/|$)/;

/** The command `florin` in few files, each loaded when it is needed: docs/decisions/0009-command-bundle.md. */
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
        // Names stay: a line of the log and a stack name functions and classes.
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
        entryFileNames: 'florin.js',
        chunkFileNames: 'florin-[name].js',
      },
    },
  },
});
