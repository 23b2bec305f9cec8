/**
 * A batch of many records: `npx tsc -b && node test/bench/batch.mjs [records]`, on Linux.
 *
 * A sandbox in a process of its own, on a SQLite file. It prints how long the file took to be taken and to be run, the
 * peak of the process's memory above what it had before, beside the size of the file, and how long payments by REST
 * took meanwhile. The target: 100,000 records, without holding the file in memory twice.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const RECORDS = Number(process.argv[2] ?? 100_000);
const MIB = 1024 * 1024;
const AUTHORIZATION = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');

const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
const child = spawn(process.execPath, [fileURLToPath(new URL('sandbox-process.mjs', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
const ready = new Promise((resolve) => {
  child.stdout.on('data', (chunk) => {
    const url = /^ready (\S+)$/m.exec(String(chunk))?.[1];
    if (url) resolve(url);
  });
});
child.stdin.end(`${JSON.stringify({ database: join(folder, 'sandbox.sqlite') })}\n`);
const url = await ready;

/** Bytes of memory: now (`VmRSS`), and the most since it was last reset (`VmHWM`). */
function memory(name) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

let cookie = '';
async function soap(operation, members) {
  const response = await fetch(`${url}/evolve/service_1_4_4.asmx`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:Eve_1_4_4/${operation}"`, cookie },
    body:
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
      `<${operation} xmlns="urn:Eve_1_4_4">${members}</${operation}></s:Body></s:Envelope>`,
  });
  cookie = (response.headers.get('set-cookie') ?? cookie).split(';')[0];
  return response.text();
}

async function payByRest() {
  const startedAt = performance.now();
  const TxnReq = {
    Action: 'payment',
    Amount: 100,
    Crn1: 'meanwhile',
    CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '9900' },
  };
  const response = await fetch(`${url}/webapi/v3/txns/`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ TxnReq }),
  });
  const { TxnResp } = await response.json();
  if (TxnResp?.ResponseCode !== '0') throw new Error('A payment meanwhile was not approved');
  return performance.now() - startedAt;
}

function batchFile() {
  const lines = ['01,CBA-EVOLVE,20260304,120000,,1,5353109000000000'];
  let total = 0;
  for (let index = 1; index <= RECORDS; index += 1) {
    lines.push(`50,BILLER,order ${index},customer ${index},,${index},0,5123456789012346,9900,R`);
    total += index;
  }
  return [...lines, `99,${RECORDS + 2},${total},0`, ''].join('\n');
}

function report(name, times) {
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  console.log(
    `payments by REST ${name}: ${times.length}, median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, slowest ${at(1)} ms`,
  );
}

try {
  await soap(
    'Login',
    '<username>demo-api</username><password>Demo-Password-1</password><merchantNumber>5353109000000000</merchantNumber>',
  );
  for (let index = 0; index < 200; index += 1) await payByRest();
  const content = batchFile();
  console.log(`${RECORDS} records, ${(content.length / MIB).toFixed(1)} MiB`);
  const before = memory('VmRSS');
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5');

  let startedAt = performance.now();
  const meanwhile = [];
  let isTaken = false;
  const submitted = soap('SubmitBatch', `<filename>bench.csv</filename><content>${content}</content>`).finally(() => {
    isTaken = true;
  });
  while (!isTaken) {
    meanwhile.push(await payByRest());
    await pause(5);
  }
  const answer = await submitted;
  if (!answer.includes('<ResponseCode>SUCCESS')) throw new Error(answer.slice(0, 1_000));
  const added = (memory('VmHWM') - before) / MIB;
  console.log(
    `taken in ${Math.round(performance.now() - startedAt)} ms; memory rose by ${added.toFixed(1)} MiB at most`,
  );
  report('while it was taken', meanwhile);

  startedAt = performance.now();
  const running = [];
  for (;;) {
    const stats = await soap('RetrieveBatchStatistics', '<timePeriod>1</timePeriod>');
    if (stats.includes('<BatchState>Completed')) break;
    for (let index = 0; index < 10; index += 1) {
      running.push(await payByRest());
      await pause(20);
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`run in ${seconds.toFixed(1)} s, ${Math.round(RECORDS / seconds)} records a second`);
  report('while it ran', running);
  const ran = (memory('VmHWM') - before) / MIB;
  console.log(`memory rose by ${ran.toFixed(1)} MiB at most over the whole of it`);

  startedAt = performance.now();
  const wanted = '<filename>bench.csv</filename><fileFormat>1</fileFormat><returnAll>true</returnAll>';
  const file = await soap('DownloadBatchByFilename', wanted);
  const bytes = Buffer.from(/<Content>([^<]*)/.exec(file)?.[1] ?? '', 'base64');
  const approved = bytes.toString('latin1').split(',Approved,0,00\n').length - 1;
  console.log(
    `result file of ${(bytes.length / MIB).toFixed(1)} MiB in ${Math.round(performance.now() - startedAt)} ms, ` +
      `${approved} approved; memory rose by ${((memory('VmHWM') - before) / MIB).toFixed(1)} MiB at most`,
  );
} finally {
  child.kill('SIGTERM');
  await once(child, 'close');
  rmSync(folder, { recursive: true });
}
