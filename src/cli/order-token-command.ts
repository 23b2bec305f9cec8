/** `florin order-token`: creates and checks order tokens, to find out why a signer refuses one. docs/guides/sidecar.md. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { listNames } from '../core/nearest-name.js';
import type { SidecarSettings } from '../signer/node/index.js';
import type { Member } from '../signer/order-tokens/order-token-members.js';
import type { TokenProblem, TokenReading } from '../signer/order-tokens/order-token.js';
import { readSignerConfig } from './config-file.js';
import { examples } from './examples.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { line, print, writeJson } from './printable.js';
import { writeFields } from './terminal.js';

type Orders = SidecarSettings['orders'];

interface Flags {
  readonly config: string;
  readonly json: boolean;
}

interface MakeFlags extends Flags {
  readonly kid?: string;
  readonly keyFile?: string;
}

const LIFETIME = 600;

/** The explanation of each reason of a refusal. */
const PROBLEMS: Readonly<Record<TokenProblem, string>> = {
  too_long: 'it is longer than 4096 characters',
  malformed: 'it is not a compact JWS of flat JSON with the header members alg, kid and typ alone',
  key_unknown: 'the configuration has no key with this kid',
  algorithm_wrong: 'alg is not that of the configured key',
  signature_wrong: 'it was signed with another key or secret, or was changed afterwards',
  issuer_wrong: 'iss is not orders.issuer of the configuration',
  audience_wrong: 'aud is not orders.audience of the configuration',
  lifetime_wrong: 'exp must be after iat, by 900 seconds at most',
  not_yet_valid: 'it is from the future: compare the clocks',
  expired: 'it has expired: sign a new one for each page',
  member_missing: 'a member is missing',
  member_wrong: 'a member has a wrong value',
  member_unknown: 'it has a member that tokens do not have',
};

async function make(written: readonly string[], flags: MakeFlags): Promise<void> {
  const { orders } = await readSignerConfig(flags.config);
  const now = Math.floor(Date.now() / 1000);
  const common = { iss: orders.issuer, aud: orders.audience, iat: now, exp: now + LIFETIME };
  const members = await readWritten(written);
  const { order } = members;
  const claims = { ...common, currency: 'AUD', version: 1, ...(order !== undefined && { crn1: order }), ...members };
  const { writeOrderToken } = await import('../signer/node/write-order-token.js');
  const token = await writeOrderToken(claims, signerOf(orders, flags));
  const { createOrderTokens } = await import('../signer/order-tokens/order-token.js');
  const reading = await (await createOrderTokens(orders)).read(token);
  if (reading.status === 'refused')
    throw new CommandEnd(EXIT.usage, `The signer would refuse it: ${reasonOf(reading)}`);
  print(flags.json ? writeJson({ token, claims }) : token);
}

/** Reads members of the form `amount=19900`. */
async function readWritten(written: readonly string[]): Promise<Readonly<Record<string, Member>>> {
  const { ORDER_MEMBER_NAMES, parseMember } = await import('../signer/order-tokens/order-token-claims.js');
  return Object.fromEntries(
    written.map((each) => {
      const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(each) ?? [];
      if (name === '') throw new CommandEnd(EXIT.usage, `${each} is not of the form member=value, as amount=19900 is`);
      const value = parseMember(name, text);
      if (value !== undefined) return [name, value];
      const isKnown = ORDER_MEMBER_NAMES.includes(name);
      throw new CommandEnd(
        EXIT.usage,
        isKnown
          ? `${name} has a wrong value: docs/guides/sidecar.md, "The order token"`
          : `Tokens have no member ${name}${listNames(name, ORDER_MEMBER_NAMES, 'the members are')}`,
      );
    }),
  );
}

/** The key that signs: the secret of the configuration, or a private key, which the configuration does not have. */
function signerOf({ keys }: Orders, { kid, keyFile }: MakeFlags) {
  const found = kid === undefined ? keys[0] : keys.find((each) => each.kid === kid);
  const kids = keys.map((each) => each.kid);
  if (!found) throw new CommandEnd(EXIT.usage, `There is no key ${kid}${listNames(kid ?? '', kids, 'the keys are')}`);
  const { alg, key } = found;
  if (alg === 'HS256' && typeof key === 'string') return { kid: found.kid, alg, key };
  const own = keyFile === undefined ? process.env['FLORIN_ORDER_KEY'] : readFileSync(keyFile, 'utf8');
  if (own) return { kid: found.kid, alg, key: own };
  throw new CommandEnd(
    EXIT.usage,
    `The key ${found.kid} is for ${alg}: the configuration has its public half. Name the private key by --key-file or FLORIN_ORDER_KEY`,
  );
}

async function read(written: string | undefined, { config, json }: Flags): Promise<void> {
  const { orders } = await readSignerConfig(config);
  const token = (written ?? (await text(process.stdin))).trim();
  const { createOrderTokens, QUESTION_TYPE, SHOPPER_TYPE } = await import('../signer/order-tokens/order-token.js');
  const tokens = await createOrderTokens(orders);
  const [header, claims] = [decode(token, 0), decode(token, 1)];
  const readers: Readonly<Record<string, (text: string) => Promise<Pick<TokenReading, 'status'>>>> = {
    [SHOPPER_TYPE]: tokens.readShopper,
    [QUESTION_TYPE]: tokens.readQuestion,
  };
  const reading = (await (readers[String(header['typ'])] ?? tokens.read)(token)) as TokenReading;
  const verdict = reading.status === 'valid' ? 'valid' : `refused: ${reasonOf(reading)}`;
  print(
    json
      ? writeJson({ ...reading, header, claims })
      : writeFields({ Verdict: verdict, ...header, ...claims, ...timesOf(claims) }),
  );
  if (reading.status === 'refused') throw new CommandEnd(EXIT.problems, `The token is refused: ${reasonOf(reading)}`);
}

function reasonOf({ reason, member }: Extract<TokenReading, { status: 'refused' }>): string {
  return line`${reason}${member === undefined ? '' : ` (${member})`}: ${PROBLEMS[reason]}`.text;
}

/** The members of a part, unchecked; empty if the part is not JSON. */
function decode(token: string, part: number): Readonly<Record<string, string | number | boolean>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());
    const entries = Object.entries(value ?? {}).filter(([, each]) => /^(string|number|boolean)$/.test(typeof each));
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function timesOf({ iat, exp }: ReturnType<typeof decode>): Record<string, string> {
  const show = (seconds: unknown) =>
    typeof seconds === 'number' && seconds < 1e11
      ? `${seconds} (${new Date(seconds * 1000).toISOString()})`
      : undefined;
  const shown = { iat: show(iat), exp: show(exp) };
  return Object.fromEntries(Object.entries(shown).filter(([, text]) => text !== undefined)) as Record<string, string>;
}

export function addOrderTokenCommand(program: Command): void {
  const command = program
    .command('order-token')
    .description(
      'Creates an order token as a back end would, or shows the content of one and why the signer refuses it.',
    );
  command.addHelpText('after', examples('florin order-token make order=1042 amount=19900 | florin order-token read'));
  command
    .command('make')
    .description('Prints a token that is signed by a key of the configuration, valid for ten minutes.')
    .argument('<member=value...>', 'order=1042 amount=19900; currency is AUD, version 1, and crn1 the order by default')
    .option('-c, --config <file>', 'configuration of florin signer', 'florin.config.json')
    .option('--kid <kid>', 'the key; default: the first one')
    .option('--key-file <file>', 'private key for ES256 and EdDSA: PEM or JWK; or FLORIN_ORDER_KEY')
    .option('--json', 'print token and claims as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin order-token make order=1042 amount=19900 testMode=true
  $ florin order-token make order=1042 amount=19900 version=2 customer.address.city=Perth`,
    )
    .action(make);
  command
    .command('read')
    .description('Checks a token as the signer does, and prints its members. Exit code 6 if it is refused.')
    .argument('[token]', 'an order token, a shopper token or a result token; default: from standard input')
    .option('-c, --config <file>', 'configuration of florin signer', 'florin.config.json')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
Example:
  $ florin order-token make order=1042 amount=19900 | florin order-token read`,
    )
    .action(read);
}
