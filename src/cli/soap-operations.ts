/** The commands behind `florin soap`, made from the same table as the client: a flag for each field of a request. */
import { Command, Option } from 'commander';
import { createSoapClient, isFlorinError, SOAP_OPERATIONS, type SoapClient } from '../service/index.js';
import type { SoapField, SoapOperationInfo } from '../service/index.js';
import { CommandEnd, EXIT, isOutcomeUnknown } from './exit-codes.js';
import { addConnectionOptions, assertNoCard, readConnection, type ConnectionFlags } from './soap-connection.js';
import { hasContent, readParameters, type FieldFlags } from './soap-fields.js';
import { readableAnswer, jsonAnswer } from './soap-print.js';
import { createRawFetch } from './soap-raw.js';
import { takeFiles } from './soap-files.js';
import { sayWhenStopped } from './stop-on-signal.js';

interface PrintFlags {
  readonly raw: boolean;
  readonly json: boolean;
  readonly out?: string;
}

type Flags = ConnectionFlags & PrintFlags & FieldFlags;

/** What a message of the parser quotes could be a card number in the wrong place. */
const LONG_NUMBER = /\d(?:[ -]?\d){7,}/g;

function wordsOf({ type, isRequired, values }: SoapField): string {
  const kind = values.length > 0 ? values.join(', ') : type;
  return isRequired ? `${kind}; required, ${values[0] ?? defaultOf(type)} when left out` : kind;
}

function defaultOf(type: string): string {
  if (type === 'boolean') return 'false';
  return type === 'dateTime' ? 'not set' : '0';
}

function addFieldOptions(command: Command, { fields }: SoapOperationInfo): void {
  for (const field of fields) {
    const value = field.values.length > 0 ? 'word' : field.type;
    command.addOption(new Option(`--${field.name} <${value}>`, wordsOf(field)).helpGroup('Fields:'));
    if (field.path.length === 1) continue;
    command.addOption(new Option(`--${field.path.join('.')} <${value}>`).hideHelp());
  }
  if (fields.length === 0) return;
  command.addOption(
    new Option('-i, --input <file>', 'JSON file with the fields, - for standard input; flags win').helpGroup('Fields:'),
  );
  if (hasContent(fields)) {
    command.addOption(
      new Option('-f, --file <file>', 'file to send as content, and filename unless given').helpGroup('Fields:'),
    );
  }
}

const ACCESS = {
  credentials: 'The credentials are sent with the call.',
  login: 'The command logs in before the call, and out after it.',
  none: 'The call carries no credentials.',
} as const;

function helpOf({ access, result, isList, resultFields, operation }: SoapOperationInfo): string {
  const names = resultFields.map(({ path }) => path.join('.')).join(', ');
  const answer = result === null ? 'nothing' : `${isList ? 'a list of ' : ''}${result}${names && `: ${names}`}`;
  const place =
    operation === 'ProcessPayment'
      ? '\nA card number may stand on the command line only if it is a test card for this machine; else use --input -.'
      : '';
  return `\n${ACCESS[access]}\nAnswers ${answer}.${place}`;
}

/** A batch that was not taken, and a payment that was not made, are answers; scripts want to see them in the code. */
function endOf({ operation }: SoapOperationInfo, result: unknown): CommandEnd | undefined {
  if (operation === 'SubmitBatch' && (result as readonly string[]).length > 0) {
    return new CommandEnd(EXIT.refused, 'The batch was not taken');
  }
  if (operation !== 'ProcessPayment') return undefined;
  const { ResponseCode } = result as { readonly ResponseCode?: string };
  return ResponseCode === '0' ? undefined : new CommandEnd(EXIT.declined, 'The payment was not made');
}

async function askService(client: SoapClient, info: SoapOperationInfo, parameters: object): Promise<unknown> {
  if (!info.changes) return client[info.method](parameters);
  const says = 'It may have been done: look before you ask again';
  const done = sayWhenStopped(says);
  try {
    return await client[info.method](parameters);
  } catch (error) {
    if (!isOutcomeUnknown(error) || !(error instanceof Error)) throw error;
    throw new CommandEnd(EXIT.unknown, `${error.message}. ${says}`);
  } finally {
    done();
  }
}

/** A login that has to be there is made and ended around the call. */
async function askLoggedIn(client: SoapClient, info: SoapOperationInfo, parameters: object): Promise<unknown> {
  await client.login();
  try {
    return await askService(client, info, parameters);
  } finally {
    await client.logout().catch(() => undefined);
  }
}

async function run(info: SoapOperationInfo, flags: Flags): Promise<void> {
  const connection = await readConnection(flags);
  for (const { path, name } of info.fields.filter(({ name }) => /CardNumber$/.test(name))) {
    for (const typed of [flags[name], flags[path.join('.')]]) {
      if (typeof typed === 'string') assertNoCard(typed, connection.endpoint);
    }
  }
  const parameters = await readParameters(info, flags);
  const raw = createRawFetch(info.operation);
  const client = createSoapClient({ ...connection, fetch: raw.fetch });
  const ask = info.access === 'login' ? askLoggedIn : askService;
  try {
    const result = await ask(client, info, parameters);
    const shown = flags.out === undefined ? result : takeFiles(result, flags.out);
    if (!flags.raw) console.log(flags.json ? jsonAnswer(info, shown) : readableAnswer(info, shown));
    const end = endOf(info, result);
    if (end) throw end;
  } finally {
    // An answer that was refused is an answer too.
    if (flags.raw && raw.text() !== '') console.log(raw.text());
  }
}

function addOperation(soap: Command, info: SoapOperationInfo, isAsked: boolean): void {
  const command = soap.command(info.operation).description(info.purpose).allowExcessArguments(false);
  if (!isAsked) return;
  addFieldOptions(command, info);
  addConnectionOptions(command);
  if (info.resultFields.some(({ type }) => type === 'base64Binary')) {
    command.addOption(new Option('-o, --out <folder>', 'write the files of the answer there').helpGroup('Output:'));
  }
  command
    .addOption(new Option('--raw', "print the answer's XML as it came").default(false).helpGroup('Output:'))
    .addOption(new Option('--json', 'print the answer as JSON').default(false).helpGroup('Output:'))
    .addHelpText('after', helpOf(info))
    .action((flags: Flags) => run(info, flags));
}

function listOperations(): string {
  const width = Math.max(...SOAP_OPERATIONS.map(({ operation }) => operation.length));
  return SOAP_OPERATIONS.map(({ operation, purpose }) => `${operation.padEnd(width)}  ${purpose}`).join('\n');
}

/** Runs `florin soap` with the words after it. */
export async function runSoap(args: readonly string[]): Promise<void> {
  const soap = new Command('florin soap')
    .description('Calls an operation of the SOAP interface 1.4.4 and prints the answer.')
    .option('--list', 'list the operations')
    .configureOutput({ outputError: (text, write) => write(text.replace(LONG_NUMBER, '...')) })
    .showHelpAfterError('(florin soap --list has the operations, florin soap <operation> --help the fields)')
    .helpCommand(false)
    .action((flags: { readonly list?: true }, command: Command) => {
      if (flags.list) console.log(listOperations());
      else if (command.args.length === 0) command.help();
      else command.error('error: that is no operation of the SOAP interface; is it spelt with its capital letters?');
    })
    .allowExcessArguments();
  for (const info of SOAP_OPERATIONS) addOperation(soap, info, args.includes(info.operation));
  try {
    await soap.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (isFlorinError(error) && error.code === 'api_rejected') throw new CommandEnd(EXIT.refused, error.message);
    throw error;
  }
}
