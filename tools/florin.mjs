// @ts-check
/** `npm run florin -- …`: runs the command of this checkout, after a build if there is none. */
import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';

// Standard output is for the command; messages of the tools go to standard error.
const log = console.log;
console.log = console.error;
await ensureInstalled();
if (!existsSync('dist/cli/florin.js')) await build({ quiet: true });
console.log = log;
await import(new URL('../dist/cli/florin.js', import.meta.url).href);
