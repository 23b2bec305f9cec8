/** `florin contract`: asks a test facility how it differs from the sandbox. docs/guides/contract.md. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { Fact, Facts } from '../contract/facts.js';
import { addAccountOptions, connect, readAccount, type Account, type AccountFlags } from './account.js';
import { examples } from './examples.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { line, messageOf, note, print, writeJson } from './printable.js';
import { createProgress } from './terminal.js';

interface RunFlags extends AccountFlags {
  readonly out: string;
  readonly report?: string;
  readonly yes: boolean;
  readonly again: boolean;
  readonly transactions: boolean;
  readonly long: boolean;
  readonly guided: boolean;
  readonly shortName?: string;
  readonly callsPerSecond: number;
}

/** Where `florin contract run` writes. */
export const FACTS_FILE = 'facts.json';
const FASTEST = 50;

function readPace(text: string): number {
  const calls = Number(text);
  if (calls > 0 && calls <= FASTEST) return calls;
  throw new InvalidArgumentError(`It must be a number above 0, up to ${FASTEST}.`);
}

/** Reads a file of facts. @throws CommandEnd */
export async function loadFacts(file: string): Promise<Facts> {
  const { readFacts } = await import('../contract/facts.js');
  try {
    return readFacts(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new CommandEnd(EXIT.usage, `${file}: ${messageOf(error)}`);
  }
}

/** Replaces the file as a whole, so that an interrupted run leaves a file that can be read. */
async function save(file: string, facts: Facts): Promise<void> {
  const text = `${writeJson(facts, 2).text}\n`;
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}

/** Tells what will be sent, and asks. @throws CommandEnd without consent */
async function askConsent(flags: RunFlags, { baseUrl }: Account, known: Facts | undefined): Promise<void> {
  const { PROBES } = await import('../contract/all-probes.js');
  const sum = (name: 'transactions' | 'tokens'): number =>
    PROBES.reduce((total, { makes }) => total + (makes?.[name] ?? 0), 0);
  const { origin } = new URL(baseUrl);
  note(line`${PROBES.length} questions to ${origin}, at most ${flags.callsPerSecond} calls a second.`);
  if (known?.facts.length)
    note(line`${known.facts.length} of them are known since ${known.date}: --again asks them too.`);
  note(
    flags.transactions
      ? line`At most ${sum('transactions')} transactions in test mode, each of 11.00 or less, and ${sum('tokens')} stored test cards, which are deleted. The first is of 0.01 with an expiry that no card has, and any answer that is not a test ends the run.`
      : line`No transaction is made and no card stored.`,
  );
  if (flags.guided && !process.stdin.isTTY)
    throw new CommandEnd(EXIT.usage, 'Nothing was sent: --guided needs a terminal');
  if (flags.yes) return;
  if (!process.stdin.isTTY) throw new CommandEnd(EXIT.usage, 'Nothing was sent: --yes agrees to it without a terminal');
  const { askLine } = await import('./contract-facility.js');
  if (/^y(es)?$/i.test(await askLine('Ask it? [y/N] '))) return;
  throw new CommandEnd(EXIT.usage, 'Nothing was sent');
}

/** Whose facts a file has. */
type Asked = Pick<Facts, 'facility' | 'account'>;

function askedOf({ baseUrl, merchantNumber, username }: Account): Asked {
  const account = createHash('sha256').update(`${merchantNumber}|${username}`).digest('hex').slice(0, 8);
  return { facility: new URL(baseUrl).origin, account };
}

/** Facts of an interrupted run of the same account. @throws CommandEnd for those of another one */
async function knownFacts(flags: RunFlags, { facility, account }: Asked): Promise<Facts | undefined> {
  if (flags.again || !existsSync(flags.out)) return undefined;
  const known = await loadFacts(flags.out);
  if (known.facility === facility && known.account !== account)
    throw new CommandEnd(EXIT.usage, `${flags.out} has facts of another account: choose another --out, or --again`);
  if (known.facility === facility)
    return { ...known, facts: known.facts.filter((fact) => fact.facility !== undefined) };
  throw new CommandEnd(EXIT.usage, `${flags.out} has facts of ${known.facility}: choose another --out, or --again`);
}

async function run(flags: RunFlags): Promise<void> {
  const account = await readAccount(flags);
  // Checks the address and the account before anything is sent.
  await connect(flags, account);
  const whose = askedOf(account);
  const earlier = await knownFacts(flags, whose);
  await askConsent(flags, account, earlier);
  const known = earlier?.facts ?? [];
  const { facilityOf, openTwin } = await import('./contract-facility.js');
  const { runContract } = await import('../contract/run-contract.js');
  const progress = createProgress();
  const date = new Date().toISOString().slice(0, 10);
  const file = { florinFacts: 1, date, ...whose } as const;
  const asked = [...known];
  // Before anything is sent: what cannot be written would be lost. --again keeps the old file until there is an answer.
  if (flags.report !== undefined) await appendFile(flags.report, '');
  await save(flags.again ? `${flags.out}.part` : flags.out, { ...file, facts: asked });
  try {
    const facts = await runContract({
      facility: facilityOf(account, { ...flags, timeoutSeconds: flags.timeout }, flags.shortName, flags.guided),
      openTwin,
      known,
      allows: { transactions: flags.transactions, long: flags.long, person: flags.guided },
      async note(fact, at, all) {
        progress.show(`${at} of ${all}: ${fact.question}`);
        asked.push(fact);
        await save(flags.out, { ...file, facts: asked });
      },
    });
    progress.end();
    await finish(flags, { ...file, facts });
  } catch (error) {
    progress.end();
    throw endOf(error, flags);
  }
}

function endOf(error: unknown, { out }: RunFlags): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AccountRefused') return new CommandEnd(EXIT.refused, error.message);
  if (error.name === 'NotATest') return new CommandEnd(EXIT.problems, error.message);
  if (error.name !== 'NoAnswer') return error;
  return new CommandEnd(
    EXIT.unreachable,
    `The facility does not answer (${error.message}). ${out} keeps what is known: run it again`,
  );
}

async function finish(flags: RunFlags, facts: Facts): Promise<void> {
  const { showBoth, writeReport } = await import('../contract/write-report.js');
  await save(flags.out, facts);
  if (flags.report !== undefined) await writeFile(flags.report, writeReport(facts));
  if (flags.json) print(writeJson(facts));
  else printFacts(facts, flags.out, showBoth);
  const { length } = facts.facts.filter(({ state }) => state === 'differs');
  const problems = [
    ...(length > 0 ? [`${length} facts differ from the sandbox`] : []),
    ...(flags.transactions && !(await hasPaid(facts))
      ? ['no question that pays was asked (--no-transactions agrees to that)']
      : []),
  ];
  if (problems.length > 0) throw new CommandEnd(EXIT.problems, problems.join('; '));
}

async function hasPaid({ facts }: Facts): Promise<boolean> {
  const { PROBES } = await import('../contract/all-probes.js');
  const paying = new Set(PROBES.filter(({ makes }) => makes?.transactions).map(({ id }) => id));
  return facts.some(({ id, state }) => state !== 'not_asked' && paying.has(id));
}

function printFacts({ facts }: Facts, file: string, showBoth: (fact: Fact) => readonly [string, string]): void {
  const of = (state: Fact['state']): readonly Fact[] => facts.filter((fact) => fact.state === state);
  const differing = of('differs');
  for (const fact of differing) {
    const [theirs, ours] = showBoth(fact);
    print(line`differs  ${fact.id}: ${fact.question}`);
    print(line`         facility  ${theirs}`);
    print(line`         sandbox   ${ours}`);
    if (fact.isLearnt !== true) print('         no setting of the sandbox expresses it');
  }
  const open = of('not_asked');
  for (const { id, reason = '' } of open) print(line`--       ${id}: ${reason}`);
  print(
    line`${of('as_sandbox').length} as the sandbox, ${differing.length} different, ${open.length} could not be asked`,
  );
  const learnt = differing.filter(({ isLearnt }) => isLearnt === true).length;
  if (learnt > 0) print(line`florin sandbox --facts ${file} behaves as the facility in ${learnt} of them`);
}

async function diff(first: string, second: string, flags: { readonly json: boolean }): Promise<void> {
  const { diffFacts } = await import('../contract/diff-facts.js');
  const { showValue } = await import('../contract/write-report.js');
  const found = diffFacts(await loadFacts(first), await loadFacts(second));
  if (flags.json) print(writeJson(found));
  else {
    for (const row of [...found.different, ...found.inOne]) {
      print(line`differs  ${row.id}: ${row.question}`);
      print(line`         ${first}  ${row.first === undefined ? 'not asked' : showValue(row.first)}`);
      print(line`         ${second}  ${row.second === undefined ? 'not asked' : showValue(row.second)}`);
    }
    print(
      line`${found.compared} compared, ${found.different.length} different, ${found.inOne.length} known to one only`,
    );
  }
  if (found.different.length > 0) throw new CommandEnd(EXIT.problems, `${found.different.length} facts differ`);
}

async function report(file: string, flags: { readonly out: string }): Promise<void> {
  const { writeReport } = await import('../contract/write-report.js');
  await writeFile(flags.out, writeReport(await loadFacts(file)));
  note(line`wrote ${flags.out}`);
}

export function addContractCommand(program: Command): void {
  const contract = program
    .command('contract')
    .description('Asks a test facility how it differs from the sandbox, so that the sandbox can behave as it does.')
    .addHelpText('after', examples('florin contract run --out facts.json', 'florin contract report facts.json'));
  addAccountOptions(
    contract.command('run').description('Asks the facility and writes what it answered. Test mode only.'),
  )
    .option('--out <file>', 'the facts; a run that was interrupted goes on from this file', FACTS_FILE)
    .option('--report <file>', 'a page for people as well')
    .option('--yes', 'agree to what is sent, without a question', false)
    .option('--again', 'ask everything again', false)
    .option('--no-transactions', 'make no transaction and store no card')
    .option('--long', 'also ask how long an AuthKey lives; it takes an hour', false)
    .option('--guided', 'also ask what needs a person with a browser', false)
    .option('--short-name <name>', 'with --guided: your name in the address of the hosted payment page')
    .option('--calls-per-second <number>', 'at most', readPace, 2)
    .addHelpText(
      'after',
      `
Examples:
  $ florin contract run --config florin.config.json --out facts.json --report facts.html
  $ florin sandbox --facts facts.json

The files have no credentials, keys, references or card numbers. Exit codes: 0 as the sandbox, 1 usage, 3 it does not
take the account, 4 no answer, 6 it differs, or it is not in test mode.`,
    )
    .action(run);
  contract
    .command('diff')
    .description('Compares two files of facts: two facilities, or one on two days.')
    .argument('<first>')
    .argument('<second>')
    .option('--json', 'print JSON and nothing else', false)
    .addHelpText('after', '\nExamples:\n  $ florin contract diff march.json april.json')
    .action(diff);
  contract
    .command('report')
    .description('Writes a page for people from a file of facts.')
    .argument('<facts>')
    .option('--out <file>', 'the page', 'facts.html')
    .addHelpText('after', '\nExamples:\n  $ florin contract report facts.json --out facts.html')
    .action(report);
}
