// @ts-check
/** Runs the signer and PHP's own server side by side, until one of them ends. */
import { spawn } from 'node:child_process';

const commands = [
  ['florin-server', 'signer', '--config', 'florin.config.js'],
  ['php', '-S', `127.0.0.1:${process.env.PORT}`, 'shop.php'],
];
const children = commands.map(([command = '', ...words]) =>
  spawn(command, words, { stdio: 'inherit', shell: process.platform === 'win32' }),
);
for (const [index, child] of children.entries()) {
  child.on('error', ({ message }) => console.error(`${commands[index]?.[0]} does not start: ${message}`));
  child.on('close', () => children.forEach((each) => each.kill()));
}
const stop = () => children.forEach((each) => each.kill());
process.on('SIGINT', stop).on('SIGTERM', stop);
console.log(`shop at http://localhost:${process.env.PORT}/`);
