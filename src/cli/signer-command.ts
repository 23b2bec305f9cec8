/** `florin signer`: the signer as a separate process, for shops in any language. docs/guides/sidecar.md. */
import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { PRIVATE_FILE } from '../node/private-file.js';
import { AUDIT_KINDS, isDifference } from '../signer/attempts/audit-finding.js';
import type { Audit, Reconciliation, Signer, SignerLogEntry, WatchAudit } from '../signer/index.js';
import type { SecretUse } from '../signer/node/secrets-in-use.js';
import { readSignerConfig } from './config-file.js';
import { examples } from './examples.js';
import { CommandEnd, EXIT, exitCodeOf } from './exit-codes.js';
import { joinLines, line, messageOf, noteRecord, print, writeJson, type Printable } from './printable.js';
import { stopOnSignal } from './stop-on-signal.js';
import { createProgress } from './terminal.js';

/** Loaded on demand: the other commands start without it. */
const loadSidecar = () => import('../signer/node/index.js');

const DEFAULT_FILE = 'florin.config.json';

interface Flags {
  readonly config: string;
  readonly json: boolean;
}

async function run({ config, json }: Flags): Promise<void> {
  const { startSidecar } = await loadSidecar();
  const ending = new AbortController();
  const starting = startSidecar(await readSignerConfig(config), noteRecord, ending.signal).catch((error: unknown) => {
    if (ending.signal.aborted) return undefined;
    throw error;
  });
  stopOnSignal(async () => {
    ending.abort();
    await (await starting)?.close();
  });
  const sidecar = await starting;
  if (!sidecar) return;
  const { url, frameUrl } = sidecar;
  print(json ? writeJson({ url, frameUrl }) : `signer ready at ${url}`);
  if (frameUrl !== undefined && !json) print(`frame page at ${frameUrl}`);
}

interface ReconcileFlags extends Flags {
  readonly now: boolean;
}

async function reconcile({ config, json, now }: ReconcileFlags): Promise<void> {
  const { withSigner } = await loadSidecar();
  let hasStoreFailed = false;
  const log = (entry: SignerLogEntry) => {
    if (entry.event === 'reconcile_failed') hasStoreFailed = true;
    noteRecord(entry);
  };
  const progress = createProgress();
  const watch = (checked: number) => progress.show(`${countOf(checked, 'attempt')} checked`);
  const work = (signer: Signer) => (now ? signer.reconcileNow(watch) : signer.reconcile());
  const counts = await withSigner(await readSignerConfig(config), log, work).finally(() => progress.end());
  print(json ? writeJson(counts) : writeCounts(counts));
  if (hasStoreFailed) throw new CommandEnd(EXIT.usage, 'The store failed before the end, see above; run it again');
  if (counts.unreachable > 0)
    throw new CommandEnd(EXIT.unreachable, 'The service did not answer about some; run it again');
}

interface AuditFlags extends Flags {
  readonly from: Date;
  readonly to?: Date;
}

async function audit({ config, json, from, to }: AuditFlags): Promise<void> {
  const { withSigner } = await loadSidecar();
  const progress = createProgress();
  const watch: WatchAudit = (read, doneTo) =>
    progress.show(`${countOf(read, 'transaction')} read, done to ${doneTo.toISOString()}`);
  const work = (signer: Signer) => signer.auditPayments({ from, ...(to && { to }) }, watch);
  const result = await withSigner(await readSignerConfig(config), noteRecord, work)
    .catch((error: unknown) => {
      // A part may be done, so it is not "nothing was changed".
      if (exitCodeOf(error) !== EXIT.unreachable) throw error;
      throw new CommandEnd(EXIT.unknown, `The audit is not complete: ${messageOf(error)}`);
    })
    .finally(() => progress.end());
  print(json ? writeJson(result) : writeAudit(result));
  const differences = result.findings.filter(isDifference).length;
  if (differences > 0)
    throw new CommandEnd(EXIT.problems, `${countOf(differences, 'difference')}: see "signer audit" in the runbook`);
  if (result.undecided > 0)
    throw new CommandEnd(EXIT.unknown, 'The service does not know the outcome of some yet; run it again');
}

interface ForgetFlags extends Flags {
  readonly order: string;
  readonly test: boolean;
}

async function forget({ config, json, order, test }: ForgetFlags): Promise<void> {
  const { withSigner } = await loadSidecar();
  const work = (signer: Signer) => signer.forgetOrder(order, { testMode: test });
  const forgotten = await withSigner(await readSignerConfig(config), noteRecord, work);
  if (json) print(writeJson({ order, forgotten }));
  else if (forgotten === 'forgotten') print(FORGOTTEN);
  if (forgotten === 'unknown')
    throw new CommandEnd(EXIT.usage, `The store has no ${test ? 'test' : 'live'} order of this name`);
  if (forgotten === 'open')
    throw new CommandEnd(
      EXIT.refused,
      'A payment of the order, or a callback to the shop, is not finished: it was not removed. Run it again later',
    );
}

const FORGOTTEN = `Removed from the store: the shopper's id and e-mail, the references (Crn), the saved card, and the card details and names that
the service reported.
Kept, so that the order is not paid again and an audit knows its payments: the order's name, amounts, times, outcome, and the
numbers of its transactions.
Elsewhere: the transactions and saved cards at the payment service, and what your shop, its logs and its backups have.`;

function writeAudit(audit: Audit): Printable {
  const { read, foreign, findings } = audit;
  const counts = AUDIT_KINDS.map((kind) => `${audit[kind]} ${kind}`).join(', ');
  const rows = findings.map(
    ({ kind, members, order, reference, txnNumber }) =>
      line`${kind.padEnd(10)} ${txnNumber || '-'}  order ${order ?? '?'}  ${reference || '-'}  ${members.join(' ')}`,
  );
  return joinLines([line`${countOf(read, 'transaction')} read, ${foreign} of others: ${counts}`, ...rows]);
}

function readDate(text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Write it as 2026-11-20T02:00:00Z, or with an offset.');
  return date;
}

/** Formats the counts of a reconciliation. */
function writeCounts(counts: Reconciliation): string {
  const { checked, found, expired, unreachable, notified, waiting, nextCallAt } = counts;
  const open = checked - found - expired - unreachable;
  const done =
    `${countOf(checked, 'attempt')} checked: ${found} finished, ${expired} expired, ${open} still open, ` +
    `${unreachable} without an answer; ${countOf(notified, 'callback')} made`;
  if (nextCallAt === null) return done;
  const seconds = Math.max(1, Math.ceil((nextCallAt - Date.now()) / 1000));
  const time = writeTime(nextCallAt);
  return (
    `${done}\n${countOf(waiting, 'callback')} failed before and ${waiting === 1 ? 'waits' : 'wait'} for a retry, ` +
    `the next at ${time} (in ${seconds} s): a running signer makes it then, --now makes it at once`
  );
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** How long pages of finished attempts may still ask for their result, and the service repeat a webhook. */
const DAY = 86_400_000;

async function showSecrets({ config, json }: Flags): Promise<void> {
  const [{ readSecretsInUse }, settings] = [
    await import('../signer/node/secrets-in-use.js'),
    await readSignerConfig(config),
  ];
  const uses = await readSecretsInUse(settings);
  print(json ? writeJson(uses) : writeSecrets(uses, Date.now()));
}

function writeSecrets(uses: readonly SecretUse[], now: number): string {
  const lines = uses.map(({ name, keyId, open, lastAt }) => {
    const last = lastAt === null ? 'never used' : `used last at ${writeTime(lastAt)}`;
    return `${name} ${keyId}: ${countOf(open, 'open attempt')}, ${last}`;
  });
  const other = uses.find(({ name, lastAt }) => name === 'otherSecret' && lastAt !== null);
  if (!other) return lines.join('\n');
  const isNeeded = other.open > 0 || (other.lastAt ?? 0) + DAY > now;
  const advice = isNeeded
    ? 'otherSecret is still needed: by its open attempts, and for a day after its last use'
    : 'No open attempt needs otherSecret, and its last use is more than a day ago: it can be removed';
  return [...lines, advice].join('\n');
}

function writeTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '');
}

async function makeFrameKeys({ out }: { out: string }): Promise<void> {
  const { generateFrameKeys } = await import('../signer/index.js');
  const { privateKey, publicKey } = await generateFrameKeys();
  try {
    // `wx` does not overwrite a key that is in use.
    writeFileSync(out, `${JSON.stringify(privateKey)}\n`, { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'the file exists, and a key in use is not overwritten' : message;
    throw new CommandEnd(EXIT.usage, `Cannot write the private key to ${out}: ${reason}`);
  }
  print(writeJson(publicKey));
}

export function addSignerCommand(program: Command): void {
  const command = program
    .command('signer')
    .description('Runs the signer as a process: takes signed orders, creates keys, fetches results, notifies the shop.')
    .option('-c, --config <file>', 'configuration: .json, .js, .mjs, or .ts on Node 22.18 and later', DEFAULT_FILE)
    .option('--json', 'print the addresses as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin signer --config florin.config.json
  $ florin signer reconcile --config florin.config.json
  $ florin signer reconcile --now
  $ florin signer audit --from 2026-11-20T02:00:00Z
  $ florin signer secrets
  $ florin signer forget --order 1042
  $ florin signer frame-keys --out /run/secrets/frame-key.json`,
    );
  command.action(run);
  command
    .command('reconcile')
    .description('Searches once for payments whose answer was lost, and repeats failed callbacks.')
    .option('-c, --config <file>', 'configuration', DEFAULT_FILE)
    .option('--json', 'print the counts as JSON', false)
    .option('--now', 'all open attempts one by one, however long it takes, and callbacks that wait for a retry', false)
    .addHelpText(
      'after',
      `
It asks the service about each attempt. An attempt without a transaction stays open, also with --now, until its key has
expired and two minutes of grace have passed: until then a payment may still arrive.
A failed callback waits up to ten minutes for its next retry; --now makes it at once. A callback that another process is
making is left to that process.`,
    )
    .addHelpText(
      'after',
      examples('florin signer reconcile --config florin.config.json', 'florin signer reconcile --now'),
    )
    .action((_flags: unknown, sub: Command) => reconcile(sub.optsWithGlobals()));
  command
    .command('audit')
    .description(
      'Compares every transaction of the service in a period with the store, and the store with the service.',
    )
    .option('-c, --config <file>', 'configuration', DEFAULT_FILE)
    .option('--json', 'print the findings as JSON', false)
    .requiredOption(
      '--from <time>',
      'with an offset, for example when a backup was made: 2026-11-20T02:00:00Z',
      readDate,
    )
    .option('--to <time>', 'default: now', readDate)
    .addHelpText(
      'after',
      `
Findings: found (an attempt whose outcome the store did not have; the shop is told by the next reconciliation), lost (a payment
whose claim is lost: its order is held, and onMismatch gets it as claim_lost), differs (the store and the service say
something else), missing (the service does not know it), untold (the shop has not confirmed it for ten minutes), undecided
(no outcome yet). Refunds and payments of others are read and never adopted.
It may be repeated, and run beside signers and other audits. It ends with 0; with 6 if there are differences; with 5 if it is
not complete: the message says from when to go on.`,
    )
    .addHelpText('after', examples('florin signer audit --from 2026-11-20T02:00:00Z'))
    .action((_flags: unknown, sub: Command) => audit(sub.optsWithGlobals()));
  command
    .command('secrets')
    .description('Shows which attempts in the store were signed with which secret, during a change of the secret.')
    .option('-c, --config <file>', 'configuration', DEFAULT_FILE)
    .option('--json', 'print the counts as JSON', false)
    .addHelpText('after', examples('florin signer secrets --json'))
    .action((_flags: unknown, sub: Command) => showSecrets(sub.optsWithGlobals()));
  command
    .command('forget')
    .description('Empties what the store has about the person of an order.')
    .option('-c, --config <file>', 'configuration', DEFAULT_FILE)
    .option('--json', 'print the outcome as JSON', false)
    .requiredOption('--order <order>', 'the order, as its order token names it')
    .option('--test', 'the order of this name in test mode', false)
    .addHelpText(
      'after',
      `
The command ends with 0, with 3 if a payment or a callback of the order is not finished (nothing is removed then), and with 1
if the store has no such order.`,
    )
    .addHelpText('after', examples('florin signer forget --order 1042'))
    .action((_flags: unknown, sub: Command) => forget(sub.optsWithGlobals()));
  command
    .command('frame-keys')
    .description('Creates the key pair for frame isolation: writes the private key to a file, prints the public key.')
    .requiredOption('-o, --out <file>', 'a file that does not exist yet')
    .addHelpText('after', examples('florin signer frame-keys --out /run/secrets/frame-key.json'))
    .action(makeFrameKeys);
}
