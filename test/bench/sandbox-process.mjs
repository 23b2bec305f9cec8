// @ts-check
/**
 * A sandbox in a process of its own, with options that the command has no words for. They come as one line of JSON on
 * standard input: process arguments are read by everybody. It says `ready` and its address, and ends on SIGTERM.
 */
import { createInterface } from 'node:readline';
import { startSandbox } from '../../dist/sandbox/node/index.js';

const [line] = await new Promise((resolve) => createInterface(process.stdin).once('line', (text) => resolve([text])));
const options = JSON.parse(line);
const running = await startSandbox({
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
