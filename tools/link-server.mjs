// @ts-check
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lets the repository's own files import `florin-server/…`: creates a package whose `dist/` is the built tree. Imports of
 * `florin/…` are resolved by package.json itself.
 */
export function linkServer() {
  const folder = 'node_modules/florin-server';
  const root = JSON.parse(readFileSync('package.json', 'utf8'));
  const manifest = {
    name: 'florin-server',
    version: root.version,
    type: 'module',
    exports: root['florin-server'].exports,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  rmSync(`${folder}/dist`, { recursive: true, force: true });
  symlinkSync(process.platform === 'win32' ? join(process.cwd(), 'dist') : '../../dist', `${folder}/dist`, 'junction');
}
