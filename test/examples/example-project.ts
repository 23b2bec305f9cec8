/**
 * One example as a user gets it: `florin init` writes it into an empty folder, and it is installed from the packed
 * packages.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../support/free-port.js';

const COMMAND = join(process.cwd(), 'dist/bin/florin.js');
const run = promisify(execFile);

/** How long a shop may take to answer. A framework compiles it first. */
const UP_MS = 120_000;

/** A running example. */
export interface Running {
  readonly url: string;
  /** The ports of its servers, the shop's first. The sandbox is not among them. */
  readonly ports: readonly number[];
  /** Its ports and addresses. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
  /** `kill -9` to all of its processes. */
  kill(): Promise<void>;
}

export interface ExampleProject {
  readonly folder: string;
  install(): Promise<void>;
  /** Instead of `install`: uses these packages of the repository, with both names of the command. */
  link(names: readonly string[]): void;
  /**
   * `npm run dev`: the sandbox, and the servers of development.
   * @param before a run that has ended, whose ports it takes again
   */
  startDev(before?: Running, more?: NodeJS.ProcessEnv): Promise<Running>;
  /** `npm run build`, and `npm start` beside a sandbox. */
  startBuilt(more?: NodeJS.ProcessEnv): Promise<Running>;
  /** The version of an installed package, or of PHP. */
  versionOf(name: string): Promise<string>;
  remove(): void;
}

/** Writes it. The folder has a blank and an umlaut in its name. */
export async function createExample(
  kind: string,
  packed = process.env['FLORIN_PACKED'] ?? '',
): Promise<ExampleProject> {
  const parent = mkdtempSync(join(tmpdir(), 'florin-example-'));
  const folder = join(parent, 'ein Büchershop');
  await run(process.execPath, [COMMAND, 'init', kind, folder, '--packages', packed]);

  /** The ports and addresses of a run, instead of those in `.env`. */
  const settings = async () => {
    const [port, other, sandbox] = [await findFreePort(), await findFreePort(), await findFreePort()];
    // The signer beside PHP has a port of its own.
    const signer = kind === 'php' ? other : port;
    setPort(folder, port);
    const env = {
      ...process.env,
      NODE_ENV: '',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: `${port}`,
      ORIGIN: `http://localhost:${port}`,
      SERVER_PORT: `${other}`,
      SHOP_ORIGIN: kind === 'embedded' ? `http://localhost:${port}` : '',
      FLORIN_SIGNER_PORT: `${signer}`,
      FLORIN_PUBLIC_URL: kind === 'embedded' ? `http://127.0.0.1:${other}/pay` : `http://localhost:${signer}/pay`,
    };
    const ports = kind === 'php' || kind === 'embedded' ? [port, other] : [port];
    return { env, sandbox, ports, url: `http://localhost:${port}` };
  };

  return {
    folder,
    async install() {
      await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
    },
    link(names) {
      const place = join(folder, 'node_modules');
      mkdirSync(join(place, '.bin'), { recursive: true });
      symlinkSync(process.cwd(), join(place, 'florin'));
      for (const name of ['florin-server', ...names]) {
        mkdirSync(dirname(join(place, name)), { recursive: true });
        symlinkSync(join(process.cwd(), 'node_modules', name), join(place, name));
        const bin = join(process.cwd(), 'node_modules/.bin', name);
        if (existsSync(bin)) symlinkSync(bin, join(place, '.bin', name));
      }
      const command = `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`;
      for (const name of ['florin', 'florin-server'])
        writeFileSync(join(place, '.bin', name), command, { mode: 0o755 });
    },
    async startDev(before, more = {}) {
      const { env, ports, url } = before ?? (await settings());
      return start(['npm', 'run', 'dev'], folder, { env: { ...env, ...more }, ports, url });
    },
    async startBuilt(more = {}) {
      const { env, sandbox, ports, url } = await settings();
      const built = { ...env, ...more, FLORIN_BASE_URL: `http://127.0.0.1:${sandbox}` };
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        scripts: Readonly<Record<string, string>>;
      };
      if (scripts['build'])
        await run('npm', ['run', 'build'], { cwd: folder, env: { ...built, NODE_ENV: 'production' } });
      const words = ['sandbox', '--port', `${sandbox}`, '--', 'npm', 'start'];
      return start([join(folder, 'node_modules/.bin/florin-server'), ...words], folder, {
        env: { ...built, NODE_ENV: 'production' },
        ports,
        url,
      });
    },
    async versionOf(name) {
      if (name === 'php') return (await run('php', ['-r', 'echo PHP_VERSION;'])).stdout;
      const file = join(folder, 'node_modules', name, 'package.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    },
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The servers of development of Angular and Cloudflare have their port in a file. */
function setPort(folder: string, port: number): void {
  for (const name of ['angular.json', 'wrangler.jsonc']) {
    const file = join(folder, name);
    if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/"port": \d+/, `"port": ${port}`));
  }
}

/** Starts a command, and waits until the shop answers. */
async function start(
  [command = '', ...words]: readonly string[],
  cwd: string,
  { env, ports, url }: Pick<Running, 'env' | 'ports' | 'url'>,
): Promise<Running> {
  const child = spawn(command, words, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    // To the group, as a terminal does.
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal);
    await ended;
  };
  const stop = () => end('SIGINT');
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} has ended: ${output}`);
    return (
      output.includes('sandbox ready at') && (await isFine(url)) && (await isFine(`${env['FLORIN_PUBLIC_URL']}/health`))
    );
  };
  try {
    for (const startedAt = Date.now(); !(await isUp()); await sleep(250))
      if (Date.now() - startedAt > UP_MS) throw new Error('the shop does not answer');
  } catch (error) {
    console.log(output);
    await stop();
    throw error;
  }
  return { url, ports, env, stop, kill: () => end('SIGKILL') };
}

const isFine = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the program that an example needs besides Node is here. */
export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
