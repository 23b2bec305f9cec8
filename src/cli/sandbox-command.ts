/** `florin sandbox`: the payment service, pretended, on a port of this machine. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { databaseOfEnvironment } from '../sandbox/node/open-store.js';
import { startSandbox } from '../sandbox/node/start-sandbox.js';
import { DEMO_MERCHANT, readConfig, type Log, type SandboxConfig } from '../sandbox/index.js';

interface SandboxFlags {
  readonly config?: string;
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly seed: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly controlToken?: string;
  readonly allowWebhook: readonly string[];
}

const HIGHEST_PORT = 65_535;

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new InvalidArgumentError(`It must be a number from 0 to ${HIGHEST_PORT}; 0 takes any free port.`);
}

/** Writes records as JSON lines on standard error: standard output says one thing only. */
function createLog(isVerbose: boolean): Log {
  return (entry) => {
    if (isVerbose || entry.level === 'error') {
      process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
    }
  };
}

/** @throws Error in one line that names the file */
function readConfigFile(path: string): SandboxConfig {
  try {
    return readConfig(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`The file ${path} is refused: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The file's members, and over them the options that were written on the command line or in the environment. */
function merge(flags: SandboxFlags, config: SandboxConfig, isWritten: (flag: keyof SandboxFlags) => boolean) {
  const choose = <F extends keyof SandboxFlags & keyof SandboxConfig>(name: F) =>
    isWritten(name) ? flags[name] : (config[name] ?? flags[name]);
  return {
    port: choose('port'),
    host: choose('host'),
    database: isWritten('database') ? flags.database : (databaseOfEnvironment() ?? choose('database')),
    seed: choose('seed'),
    verbose: choose('verbose'),
    controlToken: choose('controlToken'),
  };
}

async function run(flags: SandboxFlags, isWritten: (flag: keyof SandboxFlags) => boolean): Promise<void> {
  const config = flags.config === undefined ? {} : readConfigFile(flags.config);
  const { port, host, database, seed, verbose, controlToken } = merge(flags, config, isWritten);
  const { merchants = [], settings = {}, controlHosts = [], allowWebhooksTo = [] } = config;
  const running = await startSandbox({
    replaceGlobals: true,
    port: port ?? 0,
    host: host ?? '127.0.0.1',
    database: database ?? ':memory:',
    seed: [...(seed ? [DEMO_MERCHANT] : []), ...merchants],
    log: createLog(verbose === true),
    settings,
    allowWebhooksTo: [...allowWebhooksTo, ...flags.allowWebhook],
    controlApi: controlToken === undefined ? undefined : { token: controlToken, hosts: controlHosts },
  });
  console.log(flags.json ? JSON.stringify({ url: running.url }) : `sandbox ready at ${running.url}`);
  let isStopping = false;
  const stop = (): void => {
    // A second signal is for those who do not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`florin: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Adds the sub-command. */
export function addSandboxCommand(program: Command): void {
  const command = program
    .command('sandbox')
    .description(
      'Starts the sandbox: a pretend payment service for tests. It prints its address and runs until Ctrl-C.',
    )
    .option('-c, --config <file>', 'JSON file with options, merchants and settings; options written here win')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', readPort, 4010)
    .option('--host <address>', 'address to listen on; keep it loopback', '127.0.0.1')
    .option(
      '-d, --database <name>',
      'SQLite file, made when it is not there, :memory:, or postgres://…; DATABASE_URL can name the last as well',
      '.florin/sandbox.sqlite',
    )
    .option('--no-seed', 'start without the demo merchant')
    .option('--allow-webhook <host...>', 'names, addresses and ranges that webhooks may go to besides loopback', [])
    .addOption(
      new Option('--control-token <token>', 'open the control API below /_sandbox to who sends this token').env(
        'FLORIN_CONTROL_TOKEN',
      ),
    )
    .option('--json', 'print the address as JSON', false)
    .option('-v, --verbose', 'write a line for each call to standard error', false);
  command.action((flags: SandboxFlags) =>
    run(flags, (flag) => ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '')),
  );
}
