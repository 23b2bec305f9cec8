// @ts-check
/**
 * A sandbox in a process of its own, with options that the command has no words for. They come as one line of JSON on
 * standard input: process arguments are read by everybody. It says `ready` and its address, and ends on SIGTERM, or with
 * its standard input.
 */
import { createInterface } from 'node:readline';
import { startSandbox } from '../../dist/sandbox/node/index.js';

const input = createInterface(process.stdin);
// Who started it is gone.
input.once('close', () => process.exit(1));
const options = JSON.parse(await new Promise((resolve) => input.once('line', resolve)));
const running = await startSandbox({
  replaceGlobals: true,
  ...options,
  log: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
});
console.log(`ready ${running.url}`);
process.on('SIGTERM', () => void running.close().then(() => process.exit(0)));
// With --expose-gc: what is in use, without what only waits to be collected.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const rssMiB = process.memoryUsage.rss() / 1024 / 1024;
  process.stderr.write(`${JSON.stringify({ level: 'info', event: 'memory', rssMiB })}\n`);
});
