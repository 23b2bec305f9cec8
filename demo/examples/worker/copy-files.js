// @ts-check
/** Puts the page of the shop and the scripts of Florin into `dist`, which Cloudflare serves. */
import { cpSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

rmSync('dist', { recursive: true, force: true });
cpSync('site', 'dist', { recursive: true });
cpSync(dirname(fileURLToPath(import.meta.resolve('florin/florin.js'))), 'dist/florin', { recursive: true });
