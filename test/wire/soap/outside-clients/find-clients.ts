/** Independent SOAP clients: finds the installed ones, and calls them. */
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ClientWork } from './client-work.js';
import { findNodeSoap } from './node-soap-client.js';

export interface OutsideClient {
  readonly name: string;
  /** Resolves with the answers, one for each call; undefined when the client is not installed. */
  readonly call: ((work: ClientWork) => Promise<readonly unknown[]>) | undefined;
  /** How to install it, for the title of a skipped test. */
  readonly install: string;
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** Reads tasks from standard input and writes answers to standard output. */
function callWithProgram(program: string, ...args: string[]) {
  return async (work: ClientWork): Promise<readonly unknown[]> => {
    const child = spawn(program, args, { env: { ...process.env, TZ: 'UTC' }, timeout: 60_000 });
    child.stdin.end(JSON.stringify(work));
    const [output, complaints, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaints}${output}`);
    return JSON.parse(output) as unknown[];
  };
}

/** The first Python on the path with zeep: a version manager may put another one before it. */
function findZeep() {
  const pythons = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'python3'));
  const python = pythons.find((program) => works(program, '-c', 'import zeep'));
  return python === undefined ? undefined : callWithProgram(python, script('zeep-client.py'));
}

function findPhp() {
  const hasSoap = works('php', '-r', "exit(class_exists('SoapClient') ? 0 : 1);");
  return hasSoap ? callWithProgram('php', script('php-client.php')) : undefined;
}

export function findOutsideClients(): readonly OutsideClient[] {
  return [
    { name: 'zeep', call: findZeep(), install: 'apt-get install python3-zeep' },
    { name: 'PHP SoapClient', call: findPhp(), install: 'apt-get install php-cli php-soap' },
    { name: 'node-soap', call: findNodeSoap(), install: 'npm ci' },
  ];
}
