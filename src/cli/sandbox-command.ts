/** `florin sandbox`: the sandbox of the payment service, on a port of this machine. */
import { Option, type Command } from 'commander';
import { SANDBOX_DATABASE } from '../node/private-file.js';
import { databaseOfEnvironment } from '../sandbox/node/open-store.js';
import { startSandbox } from '../sandbox/node/start-sandbox.js';
import type { Lesson } from '../contract/probe.js';
import type { Log, SandboxConfig } from '../sandbox/index.js';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import { readPort } from './argument.js';
import { readSandboxConfig } from './config-file.js';
import { line, note, noteRecord, print, writeJson } from './printable.js';
import { runBeside } from './run-beside.js';
import { stopOnSignal } from './stop-on-signal.js';

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
  readonly allowPublished: boolean;
  readonly watch?: string;
  readonly facts?: string;
}

function createLog(isVerbose: boolean): Log {
  return (entry) => {
    if (isVerbose || entry.level === 'error') noteRecord(entry);
  };
}

/** Merges the options of the file with those of the command line and the environment, which win. */
function merge(flags: SandboxFlags, config: SandboxConfig, isGiven: (flag: keyof SandboxFlags) => boolean) {
  const choose = <F extends keyof SandboxFlags & keyof SandboxConfig>(name: F) =>
    isGiven(name) ? flags[name] : (config[name] ?? flags[name]);
  return {
    port: choose('port'),
    host: choose('host'),
    database: isGiven('database') ? flags.database : (databaseOfEnvironment() ?? choose('database')),
    seed: choose('seed'),
    verbose: choose('verbose'),
    controlToken: choose('controlToken'),
  };
}

/** What a file of facts says, told on standard error. @throws CommandEnd when it cannot be read */
async function learn(file: string): Promise<Lesson> {
  const { lessonOfFile } = await import('../contract/facts.js');
  const { loadFacts } = await import('./contract-command.js');
  const lesson = lessonOfFile(await loadFacts(file));
  const { facility, date, differences } = lesson.dialect.learnt;
  const others = differences.filter(({ isLearnt }) => !isLearnt);
  note(
    line`behaves as ${facility} on ${date} in ${differences.length - others.length} of ${differences.length} differences`,
  );
  for (const { question } of others) note(line`not in: ${question}`);
  return lesson;
}

/** @param words a command to run beside the sandbox: the sandbox ends with it */
async function run(
  words: readonly string[],
  flags: SandboxFlags,
  isGiven: (flag: keyof SandboxFlags) => boolean,
): Promise<void> {
  const config = flags.config === undefined ? {} : await readSandboxConfig(flags.config);
  const { port, host, database, seed, verbose, controlToken } = merge(flags, config, isGiven);
  const learnt = flags.facts === undefined ? {} : await learn(flags.facts);
  const { merchants = [], settings = {}, controlHosts = [], allowWebhooksTo = [] } = config;
  const start = (at: number) =>
    startSandbox({
      replaceGlobals: true,
      port: at,
      host: host ?? '127.0.0.1',
      allowPublished: flags.allowPublished,
      database: database ?? ':memory:',
      seed: [...(seed ? [DEMO_MERCHANT] : []), ...merchants],
      log: createLog(verbose === true),
      settings: { ...learnt, ...settings },
      allowWebhooksTo: [...allowWebhooksTo, ...flags.allowWebhook],
      controlApi: controlToken === undefined ? undefined : { token: controlToken, hosts: controlHosts },
    });
  const running = await start(port ?? 0).catch((error: unknown) => {
    // The command beside it gets the address, so it works with any port.
    if (words.length === 0 || isGiven('port') || !isPortInUse(error)) throw error;
    note(`port ${port} is in use: the sandbox uses another one`);
    return start(0);
  });
  print(flags.json ? writeJson({ url: running.url }) : `sandbox ready at ${running.url}`);
  if (words.length === 0) return stopOnSignal(() => running.close());
  const beside = runBeside(words, { FLORIN_BASE_URL: running.url }, flags.watch);
  const ended = beside.ended.finally(() => running.close());
  stopOnSignal(async () => {
    beside.stop();
    await ended;
  });
  process.exit(await ended);
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
}

export function addSandboxCommand(program: Command): void {
  const command = program
    .command('sandbox')
    .description('Starts the sandbox: a payment service for tests. It prints its address and runs until Ctrl-C.')
    .argument('[command...]', 'after --: run it beside the sandbox, with FLORIN_BASE_URL set, and end with it')
    .option('-c, --config <file>', 'JSON file with options, merchants and settings; options given here win')
    .option('-p, --port <number>', 'port to listen on; 0 selects any free one', readPort, 4010)
    .option('--host <address>', 'address to listen on; keep it loopback', '127.0.0.1')
    .option(
      '-d, --database <name>',
      'SQLite file, created if it does not exist, :memory:, or postgres://…; DATABASE_URL can name PostgreSQL as well',
      SANDBOX_DATABASE,
    )
    .option('--allow-published', 'accept the demo merchant’s published password from other machines', false)
    .option('--watch <file>', 'start the command after -- again when this file changes, such as .env')
    .option('--facts <file>', 'behave as the facility whose facts florin contract has written')
    .option('--no-seed', 'start without the demo merchant')
    .option('--allow-webhook <host...>', 'names, addresses and ranges that webhooks may go to besides loopback', [])
    .addOption(
      new Option('--control-token <token>', 'open the control API below /_sandbox to callers with this token').env(
        'FLORIN_CONTROL_TOKEN',
      ),
    )
    .option('--json', 'print the address as JSON', false)
    .option('-v, --verbose', 'write a line for each call to standard error', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin sandbox --port 4010
  $ florin sandbox -- node server.js
  $ florin sandbox --watch .env -- node --env-file=.env server.js`,
    );
  command.action((words: readonly string[], flags: SandboxFlags) =>
    run(words, flags, (flag) => ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '')),
  );
}
