// @ts-check
/** Puts the page of the shop and the scripts of Florin into `dist`, which Cloudflare serves. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (existsSync('.env')) process.loadEnvFile();
const { pageHeaders } = await import('./headers.js');

// The folder itself stays: `wrangler dev` holds it open, and would answer 500 for each file of a new one.
mkdirSync('dist', { recursive: true });
for (const name of readdirSync('dist')) rmSync(join('dist', name), { recursive: true });
cpSync('site', 'dist', { recursive: true });
cpSync(dirname(fileURLToPath(import.meta.resolve('florin/florin.js'))), 'dist/florin', { recursive: true });
// Cloudflare sends them with each file.
const headers = Object.entries(pageHeaders()).map(([name, value]) => `  ${name}: ${value}\n`);
writeFileSync('dist/_headers', `/*\n${headers.join('')}`);
