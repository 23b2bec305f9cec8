// @ts-check
/**
 * Writes the pages of `docs/reference/soap/`: one for each operation, with a call of the client to a sandbox. The sandbox has
 * a fixed clock and fixed numbers, so that the pages are always the same.
 */
import { readFileSync } from 'node:fs';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { built, GENERATED, table } from './reference-page.mjs';

const START = Date.UTC(2026, 2, 4, 1, 0, 0);
const ENDPOINT = 'http://127.0.0.1:4010/evolve/service_1_4_4.asmx';
const CARD = '5123456789012346';

/** @param {string} xml a message without white space between its elements */
function indented(xml) {
  let depth = 0;
  const lines = [];
  // A leaf, a start, an end, an empty element or the declaration.
  for (const [piece] of xml.matchAll(/<[^/?][^>]*[^/]>[^<]+<\/[^>]+>|<[^>]+>/g)) {
    if (piece.startsWith('</')) depth -= 1;
    lines.push('  '.repeat(depth) + piece);
    if (/^<[^/?]/.test(piece) && !piece.endsWith('/>') && !piece.includes('</')) depth += 1;
  }
  return lines.join('\n');
}

/** @param {unknown} value @returns {string} */
function literal(value) {
  if (value instanceof Uint8Array) return 'bytesOfTheFile';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

/**
 * @param {{ operation: string, fields: readonly any[] }} info
 * @param {any} parameters
 */
function commandOf({ operation, fields }, parameters) {
  const words = fields.flatMap(({ name, path, type }) => {
    const value = path.reduce((/** @type {any} */ at, /** @type {string} */ each) => at?.[each], parameters);
    if (value === undefined) return [];
    if (name === 'content') return ['--file', parameters.filename];
    if (name === 'filename' && parameters.content !== undefined) return [];
    const text = type === 'dateTime' ? new Date(value).toISOString() : String(value);
    return [`--${name}`, /^[\w.:+-]+$/.test(text) ? text : `'${text}'`];
  });
  return ['florin soap', operation, ...words].join(' ');
}

/** Random values that are the same in every run. */
function fixedRandom() {
  let last = 0;
  const next = () => (last += 1);
  return {
    uuid: () => `00000000-0000-4000-8000-${String(next()).padStart(12, '0')}`,
    digits: (/** @type {number} */ length) => String(next()).padStart(length, '4829').slice(-length),
  };
}

/** Creates a sandbox, a client that records its messages, and the record. */
async function openService() {
  const { createSandbox, createClock, DEMO_MERCHANT } = await built('sandbox/index.js');
  const { openSqliteStore } = await built('sandbox/node/index.js');
  const { createSoapClient } = await built('service/index.js');
  const store = await openSqliteStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
  const clock = createClock({ now: () => START, startTimer: () => () => undefined });
  const sandbox = createSandbox({ store, clock, random: fixedRandom() });
  const { username, password } = DEMO_MERCHANT.users[0];
  /** @type {{ headers: Record<string, string>, request: string, response: string }[]} */
  const exchanges = [];
  const client = createSoapClient({
    endpoint: ENDPOINT,
    credentials: { username, password, merchantNumber: DEMO_MERCHANT.number },
    fetch: async (/** @type {string} */ url, /** @type {any} */ init) => {
      const answer = await sandbox.fetch(new Request(url, init));
      const response = await answer.clone().text();
      exchanges.push({ headers: init.headers, request: init.body, response });
      return answer;
    },
  });
  return { sandbox, client, exchanges };
}

/** One call of each operation, in an order in which all of them work. */
async function makeSamples() {
  const { sandbox, client, exchanges } = await openService();
  const { createHmac } = await import('node:crypto');
  /** @type {Record<string, { parameters: any, result: unknown, exchange: (typeof exchanges)[number] }>} */
  const samples = {};
  const call = async (/** @type {string} */ operation, /** @type {any} */ parameters = {}) => {
    const result = await client[operation.charAt(0).toLowerCase() + operation.slice(1)](parameters);
    const exchange = exchanges.at(-1);
    if (!exchange) throw new Error(`${operation} was not sent`);
    samples[operation] = { parameters, result, exchange };
    return result;
  };
  const account = { BSB: '063000', AccountNumber: '12345678', AccountName: 'Jane Citizen' };
  const card = { CRN1: 'customer 7', CardNumber: CARD, ExpiryDate: '0530' };
  try {
    const bank = await call('AddBankAccountToken', { tokenRequest: { CRN1: 'customer 7', ...account } });
    await call('UpdateBankAccountToken', { token: bank.Token, tokenRequest: { AccountName: 'Jane Q. Citizen' } });
    const { BSB: newBSB, AccountName: newAccountName } = account;
    await call('UpdateBankAccountTokenMulti', {
      token: bank.Token,
      newBSB,
      newAccountNumber: '87654321',
      newAccountName,
    });
    const { Token: token } = await call('AddToken', { tokenRequest: card });
    await call('UpdateToken', { token, tokenRequest: { CRN2: 'blue' } });
    await call('UpdateTokenMulti', { token, newCardNumber: CARD, newExpiryDate: '0531' });
    const signature = createHmac('sha256', 'Demo-Shared-Secret-1').update('4:true10:customer 74:blue0:').digest('hex');
    await call('GetAnonymousToken', { success: 'true', crn1: 'customer 7', crn2: 'blue', crn3: '', signature });
    await call('SearchTokens', { search: { CRN1: 'customer 7', CardType: 'MC' } });
    await call('GetRecentlyModifiedTokens', { timePeriod: 7, numOfTokens: 1 });
    await call('GetUnusedTokens', { timePeriod: 30 });
    const txnReq = { PaymentType: 'PAYMENT', TxnType: 'ECOMMERCE', MerchantReference: 'order 1042, try 1' };
    const paid = { CRN1: 'order 1042', Amount: 19_900, CardNumber: CARD, ExpiryDate: '9900', CVC: '123' };
    const { TransactionNumber } = await call('ProcessPayment', { txnReq: { ...txnReq, ...paid } });
    await call('SearchTransactions', { search: { MerchantReference: txnReq.MerchantReference } });
    const { DataVaultToken } = await call('TokenisePayment', { txnNumber: TransactionNumber });
    await call('DeleteToken', { token: DataVaultToken.Token });
    await call('CreateSession', { ipAddress: '203.0.113.9', sharedSecret: 'Demo-Shared-Secret-1' });
    await call('Login', { cliVersion: '1' });
    await call('IsBankAvailable', { bankId: 1 });
    await call('UploadCRNLookupFile', { filename: 'references.csv', content: 'order 1042,,,19900,Jane Citizen\n' });
    await call('UploadCRNLookupZipFile', { filename: 'references.zip', content: await zipOfReferences() });
    const details = `50,,order 1042,,,19900,0,${CARD},9900,R`;
    const content = `01,CBA-EVOLVE,20260304,120000,,1,5353109000000000\n${details}\n99,3,19900,0\n`;
    await call('SubmitBatch', { filename: 'night.csv', content });
    for (;;) {
      const [batch] = await call('RetrieveBatchStatistics', { timePeriod: 7 });
      if (batch.BatchState === 'Completed') break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await call('DownloadBatchByFilename', { filename: 'night.csv', fileFormat: 1, returnAll: true });
    await call('DownloadBatchById', { batchFileId: 1n, fileFormat: 1, returnAll: true });
    await sandbox.control.advanceClock(24 * 3_600);
    await client.login();
    await call('RetrieveSettlementFiles', { settlementDate: '20260304' });
    await call('Logout');
  } finally {
    await sandbox.close();
  }
  return samples;
}

/** A zip with one uncompressed entry, the same in every run. */
async function zipOfReferences() {
  const always = { level: 0, rawLastModDate: 0, extendedTimestamp: false, dataDescriptor: false };
  const zip = new ZipWriter(new Uint8ArrayWriter(), { ...always, useUnicodeFileNames: false });
  await zip.add('references.csv', new TextReader('order 1042,,,,\n'));
  return zip.close();
}

const ACCESS = {
  credentials: 'The request has `username`, `password` and `merchantNumber`, which the client adds.',
  login: 'The request has no credentials: it needs a [login](Login.md).',
  none: 'The request has no credentials.',
};

/** @param {readonly any[]} fields */
function fieldTable(fields) {
  const rows = fields.map(({ path, type, isRequired, values }) => [
    `\`${path.join('.')}\``,
    values.length > 0 ? values.map((/** @type {string} */ value) => `\`${value}\``).join(', ') : type,
    isRequired ? 'yes' : '',
  ]);
  return table(['field', 'type', 'always present'], rows);
}

/**
 * @param {any} info
 * @param {Awaited<ReturnType<typeof makeSamples>>[string]} sample
 * @param {(info: any, result: unknown) => string} readable
 */
function operationPage(info, { parameters, result, exchange }, readable) {
  const { operation, method, purpose, access, fields, result: type, isList, resultFields, changes } = info;
  const { host, pathname } = new URL(ENDPOINT);
  const headers = Object.entries(exchange.headers).map(([name, value]) => `${name}: ${value}`);
  const given = Object.keys(parameters).length > 0 ? literal(parameters) : '';
  const kept = type === null || operation === 'Login' ? '' : 'const result = ';
  const lost = changes
    ? 'If the answer is lost (`service_unreachable`, `service_timeout`), the service may have done it.'
    : 'It changes nothing.';
  const answers = type === null ? 'Only `response`.' : `${isList ? 'A list of ' : ''}\`${type}\`.`;
  return `${GENERATED}

# ${operation}

${purpose} ${/** @type {Record<string, string>} */ (ACCESS)[access]} ${lost}

## Request

${fields.length > 0 ? fieldTable(fields) : 'No fields of its own.'}

\`\`\`ts
${kept}await client.${method}(${given});
\`\`\`

\`\`\`sh
${commandOf(info, parameters)}
\`\`\`

\`\`\`http
POST ${pathname} HTTP/1.1
Host: ${host}
${headers.join('\n')}
\`\`\`

\`\`\`xml
${indented(exchange.request)}
\`\`\`

## Answer

${answers}

${resultFields.length > 0 ? fieldTable(resultFields) : ''}

\`\`\`xml
${indented(exchange.response)}
\`\`\`

Output of \`florin soap\`:

\`\`\`text
${readable(info, result)}
\`\`\`
`;
}

/** The table in the comment of soap-answer.ts. */
function answerTable() {
  const source = readFileSync('src/service/soap-answer.ts', 'utf8');
  return source
    .split('\n')
    .filter((line) => line.startsWith(' * |'))
    .map((line) => line.slice(3))
    .join('\n');
}

/** @param {readonly any[]} operations */
function indexPage(operations) {
  const by = { credentials: 'credentials', login: 'login', none: '' };
  const rows = operations.map(({ operation, method, purpose, access }) => [
    `[${operation}](${operation}.md)`,
    `\`${method}\``,
    purpose,
    /** @type {Record<string, string>} */ (by)[access] ?? '',
  ]);
  return `${GENERATED}

# The SOAP interface, operation by operation

[The guide](../../guides/soap.md) explains the client, the command line and the sandbox. Each page has one call of the client
to the sandbox. The real messages are not indented.

${table(['operation', "client's method", 'what it does', 'needs'], rows)}

## Results and errors

The client's methods resolve or reject by this table. Unless the error is \`api_rejected\`, the call may
have been done: the client never retries.

${answerTable()}
`;
}

/**
 * The pages by their names below docs/reference.
 * @returns {Promise<Readonly<Record<string, () => Promise<string>>>>}
 */
export async function soapPages() {
  const { SOAP_OPERATIONS } = await built('service/index.js');
  const { readableAnswer } = await built('cli/soap-print.js');
  const samples = await makeSamples();
  /** @type {Record<string, () => Promise<string>>} */
  const pages = { 'soap/index.md': async () => indexPage(SOAP_OPERATIONS) };
  for (const info of SOAP_OPERATIONS) {
    const sample = samples[info.operation];
    if (!sample) throw new Error(`tools/soap-pages.mjs has no sample of ${info.operation}`);
    pages[`soap/${info.operation}.md`] = async () => operationPage(info, sample, readableAnswer);
  }
  return pages;
}
