/** `florin signer`: the signer as a process of its own, for shops in any language. docs/guides/sidecar.md. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Reconciliation } from '../signer/index.js';
import type { SidecarSettings } from '../signer/node/index.js';
import { loadConfig, readLoaded } from './config-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { writeJsonLine } from './json-log.js';
import { stopOnSignal } from './stop-on-signal.js';

/** Loaded when it is used: the other commands start without it. */
const loadSidecar = () => import('../signer/node/index.js');

const DEFAULT_FILE = 'florin.config.json';

async function readSettings(file: string): Promise<SidecarSettings> {
  const { readSidecarConfig } = await loadSidecar();
  return readLoaded(file, await loadConfig(file), readSidecarConfig);
}

interface Flags {
  readonly config: string;
  readonly json: boolean;
}

async function run({ config, json }: Flags): Promise<void> {
  const { startSidecar } = await loadSidecar();
  const sidecar = await startSidecar(await readSettings(config), writeJsonLine);
  const { url, frameUrl } = sidecar;
  console.log(json ? JSON.stringify({ url, frameUrl }) : `signer ready at ${url}`);
  if (frameUrl !== undefined && !json) console.log(`frame page at ${frameUrl}`);
  stopOnSignal(() => sidecar.close());
}

async function reconcile({ config, json }: Flags): Promise<void> {
  const { reconcileOnce } = await loadSidecar();
  const counts = await reconcileOnce(await readSettings(config), writeJsonLine);
  console.log(json ? JSON.stringify(counts) : writeCounts(counts));
  if (counts.unreachable > 0)
    throw new CommandEnd(EXIT.unreachable, 'The service did not answer about some; run it again');
}

/** What was done, and what was not: a call that failed is not made before its pause is over, whoever asks. */
function writeCounts({ checked, found, expired, unreachable, told, waiting, nextCallAt }: Reconciliation): string {
  const done =
    `${countOf(checked, 'attempt')} checked: ${found} finished, ${expired} expired, ${unreachable} without an answer; ` +
    `${countOf(told, 'callback')} made`;
  if (nextCallAt === null) return done;
  const seconds = Math.max(1, Math.ceil((nextCallAt - Date.now()) / 1000));
  const time = new Date(nextCallAt).toISOString().replace(/\.\d+/, '');
  return (
    `${done}\n${countOf(waiting, 'callback')} failed before and ${waiting === 1 ? 'waits' : 'wait'} for another try, ` +
    `the next at ${time} (in ${seconds} s): a signer that runs makes it by itself, or run this again then`
  );
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

async function makeFrameKeys({ out }: { out: string }): Promise<void> {
  const { generateFrameKeys } = await import('../signer/index.js');
  const { privateKey, publicKey } = await generateFrameKeys();
  // `wx`: a key that is in use is not overwritten.
  writeFileSync(out, `${JSON.stringify(privateKey)}\n`, { mode: 0o600, flag: 'wx' });
  console.log(JSON.stringify(publicKey));
}

/** Adds the sub-command. */
export function addSignerCommand(program: Command): void {
  const command = program
    .command('signer')
    .description('Runs the signer as a process: takes signed orders, makes keys, finds out results, tells the shop.')
    .option('-c, --config <file>', 'configuration: .json, .js, .mjs, or .ts on Node 22.18 and later', DEFAULT_FILE)
    .option('--json', 'print the addresses as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin signer --config florin.config.json
  $ florin signer reconcile --config florin.config.json
  $ florin signer frame-keys --out /run/secrets/frame-key.json`,
    );
  command.action(run);
  command
    .command('reconcile')
    .description('Looks once for payments whose answer was lost, and makes callbacks that had failed.')
    .option('-c, --config <file>', 'configuration', DEFAULT_FILE)
    .option('--json', 'print the counts as JSON', false)
    .action((_flags: unknown, sub: Command) => reconcile(sub.optsWithGlobals()));
  command
    .command('frame-keys')
    .description('Makes the pair of keys for frame isolation: writes the private one to a file, prints the public one.')
    .requiredOption('-o, --out <file>', 'a file that is not there yet')
    .action(makeFrameKeys);
}
