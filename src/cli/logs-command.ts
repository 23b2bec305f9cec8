/** `florin logs tail`: follows the calls that a running sandbox gets. docs/guides/testing.md. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { RecordedCall } from '../sandbox/index.js';
import { addControlOptions, withControl, type ControlFlags } from './control-connection.js';
import { examples } from './examples.js';
import { line, paint, print, writeJson, type Printable } from './printable.js';

interface TailFlags extends ControlFlags {
  readonly merchant?: string;
  readonly operation?: string;
  readonly order?: string;
  readonly follow: boolean;
  readonly json: boolean;
}

const EVERY_MS = 500;

function showCall(call: RecordedCall): Printable {
  const { code, txnCode, fault, httpStatus } = call;
  const isGood =
    httpStatus === 200 && ['0', 'SUCCESS'].includes(code ?? '0') && (txnCode ?? '0') === '0' && fault === null;
  const end = [httpStatus ?? 'dropped', code && `code ${code}`, txnCode && `transaction ${txnCode}`, fault];
  const about = [call.merchant, call.order, call.amount, call.txnNumber, `${call.milliseconds} ms`];
  const join = (parts: readonly (string | number | null)[]): string =>
    parts.filter((part) => part !== null && part !== '').join(', ');
  const what = `${call.operation || '-'} ${call.method} ${call.path}`;
  return line`${new Date(call.calledAt).toISOString()} ${what} ${paint(join(end), isGood ? 'good' : 'bad')} (${join(about)})`;
}

async function tail({ merchant, operation, order, follow, json, ...flags }: TailFlags): Promise<void> {
  const match = { ...(merchant && { merchant }), ...(operation && { operation }), ...(order && { order }) };
  await withControl(flags, async (control) => {
    let after = 0;
    let calls: readonly RecordedCall[] = (await control.calls.find(match)).slice(-10);
    for (;;) {
      for (const call of calls) print(json ? writeJson(call) : showCall(call));
      after = calls.at(-1)?.id ?? after;
      if (!follow) return;
      await sleep(EVERY_MS);
      calls = await control.calls.find({ ...match, after });
    }
  });
}

export function addLogsCommand(program: Command): void {
  const logs = program
    .command('logs')
    .description('Shows the calls that a running sandbox gets.')
    .addHelpText('after', examples('florin logs tail'));
  const command = logs
    .command('tail')
    .description('Prints the last ten calls, then each new one, on one line, until Ctrl-C.')
    .option('--merchant <number>', 'only calls of this merchant')
    .option('--operation <name>', 'only this operation, such as T1 or ProcessPayment')
    .option('--order <text>', 'only calls with this Crn1 or MerchantReference')
    .option('--no-follow', 'end after the last ten calls')
    .option('--json', 'print JSON and nothing else', false)
    .addHelpText('after', examples('florin logs tail', 'florin logs tail --operation T5 --merchant 5353109000000000'));
  addControlOptions(command).action(tail);
}
