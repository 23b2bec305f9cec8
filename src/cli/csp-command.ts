/** `florin csp`: the Content-Security-Policy for a page with the form. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { matching } from './argument.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { findAlarms } from './page-watch.js';
import { createHeaders, createPolicy, type Isolation, type Method } from './policy.js';
import { line, print, writeJson } from './printable.js';
import { type Build, listScripts, type PageInventory, readBuiltScripts, writeTag } from './script-inventory.js';

const TIMEOUT_MS = 15_000;

/** Options that describe the set-up of a shop. */
export interface SetUpFlags {
  readonly method: Method;
  readonly isolation: Isolation;
  readonly frameOrigin?: string;
  readonly signerOrigin?: string;
  readonly scriptOrigin?: string;
}

const readPath = matching(/^\/[^\s"'<>?#]*$/, 'It must be a path, like /pay');
const readBase = matching(
  /^(\/|https?:\/\/)[^\s"'<>]*\/$|^\/$/,
  'It must be a path or an address that ends in a slash, like /florin/',
);
const readReportUrl = matching(
  /^(\/|https?:\/\/)[^\s"';,<>]+$/,
  'It must be a path or an address, like /pay/csp-report',
);

/** @throws InvalidArgumentError when the text is not an origin */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !/[*\s;,]/.test(text) && url.origin === text) return text;
  throw new InvalidArgumentError('It must be an origin, like https://shop.example');
}

/** Adds the options of the page's set-up. */
export function addSetUpOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--method <method>', 'how the card is taken')
        .choices(['javascript', 'webform', 'iframe', 'redirect'])
        .default('javascript'),
    )
    .addOption(new Option('--isolation <where>', 'where the fields are').choices(['page', 'frame']).default('page'))
    .option('--frame-origin <origin>', 'of the frame page', readOrigin)
    .option('--signer-origin <origin>', 'of the signer, when it is not the page’s own', readOrigin)
    .option('--script-origin <origin>', 'of florin.js, when it is not the page’s own', readOrigin);
}

/** The set-up of the options. */
export function setUpOf({ method, isolation, frameOrigin, signerOrigin, scriptOrigin }: SetUpFlags, service: string) {
  return { method, isolation, service, frame: frameOrigin, signer: signerOrigin, scripts: scriptOrigin };
}

interface CspFlags extends SetUpFlags {
  readonly serviceOrigin?: string;
  readonly tag?: Build;
  readonly scriptBase: string;
  readonly signerPath: string;
  readonly reportUrl?: string;
  readonly serverRendered: boolean;
  readonly check?: string;
  readonly inventory?: string;
  readonly json: boolean;
}

export function addCspCommand(program: Command): void {
  const command = program
    .command('csp')
    .description(
      'Prints the headers and the tag of a page with the form, lists its scripts, and compares a page with the list.',
    )
    .option('--service-origin <origin>', 'of the payment service, as browsers reach it', readOrigin);
  addSetUpOptions(command)
    .addOption(
      new Option('--tag <build>', 'print the script tag with its hashes too').choices([
        'classic',
        'module',
        'isolated',
      ]),
    )
    .option('--script-base <address>', 'folder of Florin’s files, for the tag and the list', readBase, '/florin/')
    .option('--signer-path <path>', 'path of the signer, for the tag', readPath, '/pay')
    .option('--report-url <url>', 'address for reports of violations: the signer’s csp-report', readReportUrl)
    .option('--server-rendered', 'allow the styles of elements that a server renders, by their hashes', false)
    .option('--json', 'print headers, tag, and the list of scripts with their hashes and reasons', false)
    .option('--check <url>', 'fetch this page and compare it with the list')
    .option('--inventory <file>', 'for --check: the list that --json printed, with the shop’s own scripts added')
    .addHelpText(
      'after',
      `
Examples:
  $ florin csp --service-origin https://pay.example
  $ florin csp --service-origin https://pay.example --isolation frame --frame-origin https://card.shop.example
  $ florin csp --service-origin https://pay.example --server-rendered
  $ florin csp --service-origin https://pay.example --tag classic --json > scripts.json
  $ florin csp --check https://shop.example/checkout --inventory scripts.json

--check exits with code 6 when the page differs from the list. Run it daily: PCI DSS 11.6.1 requires at least every seven days.`,
    )
    .action(async (flags: CspFlags) => {
      if (flags.check !== undefined) return checkPage(flags.check, flags.inventory);
      if (flags.serviceOrigin === undefined) throw new CommandEnd(EXIT.usage, '--service-origin is missing');
      show(flags, flags.serviceOrigin);
    });
}

function show(flags: CspFlags, service: string): void {
  const { json, scriptBase, reportUrl } = flags;
  const tag = flags.tag ?? (json ? 'classic' : undefined);
  const built = tag || flags.serverRendered ? readBuiltScripts() : undefined;
  const scripts = tag && built ? listScripts(built, tag, scriptBase) : [];
  const hashes = scripts.filter(({ url }) => url === 'inline').map(({ integrity }) => integrity);
  const styles = flags.serverRendered ? built?.styles.map(({ integrity }) => integrity) : undefined;
  const base = URL.canParse(scriptBase) ? new URL(scriptBase).origin : undefined;
  const setUp = { ...setUpOf({ ...(base && { scriptOrigin: base }), ...flags }, service), hashes, styles, reportUrl };
  const headers = createHeaders(setUp);
  const html = tag && built ? writeTag(built, tag, scriptBase, addressesOf(flags, service)) : '';
  if (json) {
    const inventory: PageInventory = { madeBy: `florin ${built?.version ?? ''}`, headers, scripts, html };
    print(writeJson({ ...inventory, policy: Object.fromEntries(createPolicy(setUp)) }, 2));
    return;
  }
  print(`Content-Security-Policy: ${headers['content-security-policy'] ?? ''}`);
  if (reportUrl !== undefined) print(`Reporting-Endpoints: ${headers['reporting-endpoints'] ?? ''}`);
  if (html) print(`\n${html}`);
}

async function checkPage(url: string, file: string | undefined): Promise<void> {
  if (!URL.canParse(url)) throw new CommandEnd(EXIT.usage, '--check takes the address of a page');
  if (file === undefined) throw new CommandEnd(EXIT.usage, '--check needs --inventory');
  const inventory = JSON.parse(readFileSync(file, 'utf8')) as PageInventory;
  const get = (address: string) => fetch(address, { redirect: 'follow', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const response = await get(url).catch(() => undefined);
  const page = response?.ok && { url, html: await response.text(), headers: response.headers };
  const alarms = page
    ? await findAlarms(inventory, page, async (address) => {
        const answer = await get(address);
        return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
      })
    : ['the page cannot be fetched'];
  for (const alarm of alarms) print(line`${alarm}`);
  if (alarms.length > 0) throw new CommandEnd(EXIT.problems, `${alarms.length} differences from the list`);
  print(`${inventory.scripts.length} scripts and the headers are as listed`);
}

/** The addresses for the script element: the page uses no others. */
function addressesOf({ signerOrigin = '', signerPath, frameOrigin }: CspFlags, service: string): string {
  return [`${signerOrigin}${signerPath}`, service, frameOrigin].filter(Boolean).join(' ');
}
