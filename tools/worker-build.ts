/**
 * The build of a browser tab's worker: one classic script, made of the finished scripts of its pages, with SQLite in it.
 * docs/decisions/0026-browser-tab.md.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { UserConfig } from 'vite';
import { licences } from './licences.js';

const { resolve } = createRequire(import.meta.url);
const FOLDER = 'dist/browser';

/** A finished script as a literal. */
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
      // The bundle is no module.
      'import.meta.url': 'self.location.href',
    },
    build: {
      // SQLite is in the script; the file that the package would look for beside it is not published.
      assetsInlineLimit: 0,
      assetsDir: 'unused',
      rolldownOptions: {
        input: 'src/tab-worker/worker.ts',
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'florin-sandbox-worker.js' },
      },
    },
  };
}
