// @ts-check
/** `npm start`: installs missing packages, builds, and runs sandbox, signer and demo shop until Ctrl-C. */
import { ensureInstalled } from './install.mjs';
import { build } from './build.mjs';
import { readArguments, readPort } from './script-arguments.mjs';

const { values } = readArguments('npm start [-- --port 4000]', { port: { type: 'string' } });
const shopPort = readPort(values['port']);
await ensureInstalled();
await build();
await import(new URL('../build/demo/start.js', import.meta.url).href).then((demo) => demo.main({ shopPort }));
