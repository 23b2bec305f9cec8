// @ts-check
/** `npm run pack`: builds, and packs `florin` and `florin-server` into `dist/packages/`. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { isProgram } from './process.mjs';
import { readArguments } from './script-arguments.mjs';

/**
 * @typedef {{ name: string, filename: string, size: number, unpackedSize: number, files: { path: string }[] }} Packed
 * @param {string} [into] where packages and tarballs go; it is emptied
 * @returns {Promise<Packed[]>}
 */
export async function pack(into) {
  // Imported here, because a fresh clone does not have its packages when this file is loaded.
  const { FOLDER, MANIFESTS, writePackages } = await import('./packages.mjs');
  const folder = into ?? FOLDER;
  await writePackages(folder);
  const folders = Object.keys(MANIFESTS).map((name) => resolve(folder, name));
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...folders];
  const output = execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const packed = JSON.parse(output);
  return Array.isArray(packed) ? packed : Object.values(packed);
}

if (isProgram(import.meta.url)) {
  readArguments('npm run pack', {});
  await ensureInstalled();
  await build();
  const { FOLDER } = await import('./packages.mjs');
  for (const { filename, size, unpackedSize, files } of await pack()) {
    const [packed, unpacked] = [size, unpackedSize].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
    console.log(`${join(FOLDER, filename)}: ${packed}, ${files.length} files of ${unpacked}`);
  }
}
