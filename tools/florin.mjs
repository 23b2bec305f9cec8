// @ts-check
/** `npm run florin -- …`: the command line of the package, built from this checkout when it is not there yet. */
import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';

// Standard output belongs to the command; what the tools say goes to standard error.
const log = console.log;
console.log = console.error;
await ensureInstalled();
if (!existsSync('dist/cli/florin.js')) await build({ quiet: true });
console.log = log;
await import(new URL('../dist/cli/florin.js', import.meta.url).href);
