// @ts-check
/** `npm start`: installs missing packages, builds, and runs sandbox, signer and demo shop until Ctrl-C. */
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';

await ensureInstalled();
await build();
await import(new URL('../build/demo/start.js', import.meta.url).href).then((demo) => demo.main());
