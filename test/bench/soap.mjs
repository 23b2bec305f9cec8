/**
 * What ProcessPayment costs over SOAP beside the same payment over REST: `npx tsc -b && node test/bench/soap.mjs`.
 *
 * One sandbox on one SQLite file; blocks of payments by the two interfaces take turns, so that what else the machine does
 * falls on both. Calls go through the sandbox's fetch with their bodies made beforehand: what is measured is the interfaces,
 * and not a client. It prints wall time and processor time of one payment, and ends with 1 when SOAP costs more than
 * 1.5 times REST.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../dist/sandbox/index.js';
import { openSqliteStore } from '../../dist/sandbox/node/index.js';

const BLOCKS = Number(process.argv[2] ?? 20);
const PAYMENTS = 400;
const AT_ONCE = 8;
const HIGHEST_RATIO = 1.5;

const AUTHORIZATION = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');

function restRequest() {
  const TxnReq = {
    Action: 'payment',
    Type: 'ecommerce',
    SubType: 'single',
    Amount: 19_900,
    Crn1: 'order 1042',
    CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '9900', Cvn: '123' },
  };
  return new Request('http://sandbox.test/webapi/v3/txns/', {
    method: 'POST',
    headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
    body: JSON.stringify({ TxnReq }),
  });
}

const NAMESPACES = {
  1.1: 'http://schemas.xmlsoap.org/soap/envelope/',
  1.2: 'http://www.w3.org/2003/05/soap-envelope',
};

function soapRequest(version) {
  const body =
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${NAMESPACES[version]}"><soap:Body>` +
    '<ProcessPayment xmlns="urn:Eve_1_4_4"><username>demo-api</username><password>Demo-Password-1</password>' +
    '<merchantNumber>5353109000000000</merchantNumber><txnReq><PaymentType>PAYMENT</PaymentType>' +
    '<TxnType>ECOMMERCE</TxnType><CRN1>order 1042</CRN1><Amount>19900</Amount>' +
    '<CardNumber>5123456789012346</CardNumber><ExpiryDate>9900</ExpiryDate><CVC>123</CVC></txnReq>' +
    '</ProcessPayment></soap:Body></soap:Envelope>';
  const headers =
    version === '1.1'
      ? { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:Eve_1_4_4/ProcessPayment"' }
      : { 'content-type': 'application/soap+xml; charset=utf-8' };
  return new Request('http://sandbox.test/evolve/service_1_4_4.asmx', { method: 'POST', headers, body });
}

const INTERFACES = {
  REST: { request: restRequest, isApproved: (text) => text.includes('"ResponseText":"Approved"') },
  'SOAP 1.1': { request: () => soapRequest('1.1'), isApproved: (text) => text.includes('>Approved<') },
  'SOAP 1.2': { request: () => soapRequest('1.2'), isApproved: (text) => text.includes('>Approved<') },
};

/** Milliseconds of wall time and of the processor for one block. */
async function block(sandbox, { request, isApproved }) {
  const requests = Array.from({ length: PAYMENTS }, request);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  async function client() {
    for (let index = next++; index < requests.length; index = next++) {
      const text = await (await sandbox.fetch(requests[index])).text();
      if (!isApproved(text)) throw new Error(`Not approved: ${text}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const wall = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { wall: wall / PAYMENTS, cpu: (user + system) / 1_000 / PAYMENTS };
}

function medianOf(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
const store = await openSqliteStore({ database: join(folder, 'sandbox.sqlite') });
const sandbox = createSandbox({ store });
try {
  for (const each of Object.values(INTERFACES)) await block(sandbox, each);
  const blocks = Object.fromEntries(Object.keys(INTERFACES).map((name) => [name, []]));
  for (let round = 0; round < BLOCKS; round += 1) {
    for (const [name, each] of Object.entries(INTERFACES)) blocks[name].push(await block(sandbox, each));
  }
  const cost = Object.fromEntries(
    Object.entries(blocks).map(([name, all]) => [
      name,
      { wall: medianOf(all.map(({ wall }) => wall)), cpu: medianOf(all.map(({ cpu }) => cpu)) },
    ]),
  );
  let highest = 0;
  for (const [name, { wall, cpu }] of Object.entries(cost)) {
    const ratios = [wall / cost.REST.wall, cpu / cost.REST.cpu];
    highest = Math.max(highest, ...ratios);
    const [wallRatio, cpuRatio] = ratios.map((ratio) => ratio.toFixed(2));
    console.log(
      `${name.padEnd(8)} ${wall.toFixed(3)} ms wall (${wallRatio} of REST)  ${cpu.toFixed(3)} ms processor (${cpuRatio})`,
    );
  }
  console.log(`highest ratio ${highest.toFixed(2)}; the target is at most ${HIGHEST_RATIO}`);
  process.exitCode = highest > HIGHEST_RATIO ? 1 : 0;
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true });
}
