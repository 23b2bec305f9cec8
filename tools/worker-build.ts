/**
 * The build of a browser tab's worker: one classic script that contains the built scripts of its pages, and SQLite.
 * docs/decisions/0026-browser-tab.md.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { UserConfig } from 'vite';
import { licences } from './licences.js';

const { resolve } = createRequire(import.meta.url);
const FOLDER = 'dist/browser';

/** A built script as a string literal. */
function textOf(name: string): string {
  return JSON.stringify(readFileSync(`${FOLDER}/${name}`, 'utf8'));
}

export function workerBuild(): UserConfig {
  const wasm = readFileSync(resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'), 'base64');
  return {
    plugins: [licences('florin-sandbox-worker.licences.txt')],
    define: {
      FLORIN_PAGES_SCRIPT: textOf('florin-pages.js'),
      FLORIN_REFERENCE_SCRIPT: textOf('florin-reference.js'),
      FLORIN_OFFICE_SCRIPT: textOf('florin-backoffice.js'),
      FLORIN_FRAME_SCRIPT: textOf('florin-frame.js'),
      FLORIN_SQLITE_WASM: JSON.stringify(`data:application/wasm;base64,${wasm}`),
      // The bundle is not a module.
      'import.meta.url': 'self.location.href',
    },
    build: {
      // SQLite is in the script. The file that the package would load is not published.
      assetsInlineLimit: 0,
      assetsDir: 'unused',
      rolldownOptions: {
        input: 'src/tab-worker/worker.ts',
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'florin-sandbox-worker.js' },
      },
    },
  };
}
