/** The commands of `florin soap`, from the same table as the client: a flag for each field of a request. */
import { Command, Option } from 'commander';
import { createSoapClient, isFlorinError, SOAP_OPERATIONS, type SoapClient } from '../service/index.js';
import type { SoapField, SoapOperationInfo, SoapResult } from '../service/index.js';
import { assertNoCard } from './card-guard.js';
import { examples } from './examples.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { outcomeName, reportLost } from './outcome.js';
import { COMMANDER_OUTPUT, print, writeXml } from './printable.js';
import { addConnectionOptions, readConnection, type ConnectionFlags } from './soap-connection.js';
import { hasContent, readParameters, type FieldFlags } from './soap-fields.js';
import { readableAnswer, jsonAnswer } from './soap-print.js';
import { createRawFetch } from './soap-raw.js';
import { takeFiles } from './soap-files.js';

interface PrintFlags {
  readonly raw: boolean;
  readonly json: boolean;
  readonly out?: string;
}

type Flags = ConnectionFlags & PrintFlags & FieldFlags;

/** Digits to mask in the parser's messages, which quote arguments: they could be a card number in the wrong place. */
const LONG_NUMBER = /\d(?:[ -]?\d){7,}/g;

function describeField({ type, isRequired, values }: SoapField): string {
  const kind = values.length > 0 ? values.join(', ') : type;
  return isRequired ? `${kind}; required, default ${values[0] ?? defaultOf(type)}` : kind;
}

function defaultOf(type: string): string {
  if (type === 'boolean') return 'false';
  return type === 'dateTime' ? 'not set' : '0';
}

function addFieldOptions(command: Command, { fields }: SoapOperationInfo): void {
  for (const field of fields) {
    const value = field.values.length > 0 ? 'word' : field.type;
    command.addOption(new Option(`--${field.name} <${value}>`, describeField(field)).helpGroup('Fields:'));
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
  none: 'The call has no credentials.',
} as const;

function helpOf({ access, result, isList, resultFields, operation }: SoapOperationInfo): string {
  const names = resultFields.map(({ path }) => path.join('.')).join(', ');
  const answer = result === null ? 'nothing' : `${isList ? 'a list of ' : ''}${result}${names && `: ${names}`}`;
  const place =
    operation === 'ProcessPayment'
      ? '\nA card number may be on the command line only if it is a test card for this machine; else use --input -.'
      : '';
  return `\n${ACCESS[access]}\nReturns ${answer}.${place}`;
}

/** A refused batch and a declined payment are results; the exit code tells scripts about them. */
function endOf({ operation }: SoapOperationInfo, result: unknown): CommandEnd | undefined {
  if (operation === 'SubmitBatch' && (result as readonly string[]).length > 0) {
    return new CommandEnd(EXIT.refused, 'The batch was refused');
  }
  if (operation !== 'ProcessPayment') return undefined;
  const { ResponseCode, AcquirerResponseCode, TransactionNumber } = result as SoapResult<'ProcessPayment'>;
  const word = outcomeName({ ResponseCode, BankResponseCode: AcquirerResponseCode });
  if (word === 'approved') return undefined;
  if (word !== 'unknown') return new CommandEnd(EXIT.declined, 'The payment was not made');
  const lookUp = `florin soap SearchTransactions --TransactionNumber ${TransactionNumber ?? '<TransactionNumber>'}`;
  return new CommandEnd(
    EXIT.unknown,
    `The service does not know the outcome yet. Do not send it again. Look it up later: ${lookUp}`,
  );
}

async function callService(client: SoapClient, info: SoapOperationInfo, parameters: object): Promise<unknown> {
  const call = (): Promise<unknown> => client[info.method](parameters);
  return info.changes ? reportLost('It may have been done: look it up before you call again', call) : call();
}

/** Logs in before the call and out after it. */
async function callWithLogin(client: SoapClient, info: SoapOperationInfo, parameters: object): Promise<unknown> {
  await client.login();
  try {
    return await callService(client, info, parameters);
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
  const call = info.access === 'login' ? callWithLogin : callService;
  try {
    const result = await call(client, info, parameters);
    const shown = flags.out === undefined ? result : takeFiles(result, flags.out);
    if (!flags.raw) print(flags.json ? jsonAnswer(info, shown) : readableAnswer(info, shown));
    const end = endOf(info, result);
    if (end) throw end;
  } finally {
    // Prints a refusal, too.
    if (flags.raw && raw.text() !== '') print(writeXml(raw.text()));
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
    .addOption(new Option('--raw', "print the answer's XML unchanged").default(false).helpGroup('Output:'))
    .addOption(new Option('--json', 'print the answer as JSON').default(false).helpGroup('Output:'))
    .addHelpText('after', helpOf(info))
    .action((flags: Flags) => run(info, flags));
}

function listOperations(): string {
  const width = Math.max(...SOAP_OPERATIONS.map(({ operation }) => operation.length));
  return SOAP_OPERATIONS.map(({ operation, purpose }) => `${operation.padEnd(width)}  ${purpose}`).join('\n');
}

/** Creates `florin soap`. Only requested operations get their options. */
export function createSoapProgram(isAsked: (operation: string) => boolean): Command {
  const soap = new Command('florin soap')
    .description('Calls an operation of the SOAP interface 1.4.4 and prints the answer.')
    .option('--list', 'list the operations')
    .configureOutput({ ...COMMANDER_OUTPUT, outputError: (text, write) => write(text.replace(LONG_NUMBER, '...')) })
    .showHelpAfterError('(florin soap --list has the operations, florin soap <operation> --help the fields)')
    .helpCommand(false)
    .action((flags: { readonly list?: true }, command: Command) => {
      if (flags.list) print(listOperations());
      else if (command.args.length === 0) command.help();
      else command.error('error: unknown operation of the SOAP interface; names are case-sensitive');
    })
    .allowExcessArguments();
  soap.addHelpText(
    'after',
    examples(
      'florin soap IsBankAvailable --bankId 1',
      "florin soap SearchTransactions --CRN1 'order 1042' --json",
      'florin soap ProcessPayment --PaymentType PAYMENT --TxnType ECOMMERCE --Amount 19900 --input card.json',
    ),
  );
  for (const info of SOAP_OPERATIONS) addOperation(soap, info, isAsked(info.operation));
  return soap;
}

/** Runs `florin soap` with the arguments after it. */
export async function runSoap(args: readonly string[]): Promise<void> {
  try {
    await createSoapProgram((operation) => args.includes(operation)).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (isFlorinError(error) && error.code === 'api_rejected') throw new CommandEnd(EXIT.refused, error.message);
    throw error;
  }
}
