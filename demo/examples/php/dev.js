// @ts-check
/** Runs the signer and PHP's own server side by side, until one of them ends. */
import { spawn } from 'node:child_process';

const { PORT, HOST } = process.env;
const commands = [
  ['florin-server', 'signer', '--config', 'florin.config.js'],
  ['php', '-d', 'display_errors=0', '-S', `${HOST || '127.0.0.1'}:${PORT}`, '-t', 'public', 'public/index.php'],
];
for (const name of ['FLORIN_ORDER_SECRET', 'FLORIN_CALLBACK_SECRET']) {
  if ((process.env[name] ?? '').length >= 32) continue;
  console.error(`${name} is missing, or has less than 32 characters. It is in .env.`);
  process.exit(1);
}
const children = commands.map(([command = '', ...words]) =>
  spawn(command, words, { stdio: 'inherit', shell: process.platform === 'win32' }),
);
for (const [index, child] of children.entries()) {
  child.on('error', ({ message }) => console.error(`${commands[index]?.[0]} does not start: ${message}`));
  child.on('close', () => children.forEach((each) => each.kill()));
}
const stop = () => children.forEach((each) => each.kill());
process.on('SIGINT', stop).on('SIGTERM', stop);
console.log(`shop at http://localhost:${PORT}/`);
