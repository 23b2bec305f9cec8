/**
 * P50: no command of Florin writes foreign control characters to the terminal: they and characters that change the writing
 * direction are printed as \uXXXX. Uses the built command with a sandbox, and reads standard output and standard error.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient } from '../../src/service/rest-client.js';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import { startService, type Service } from '../signer/service-on-a-port.js';

/** A title, a clear screen, a C1 introducer, a line that looks like Florin's own, a delete, a turn to the left. */
const NASTY = '\u001b]0;own\u0007\u001b[2J\u009b31mA\nOutcome ok\r\u007f\u202e\u2066\u200e\u2028';
/** What a terminal acts on, or a person is misled by; the end of a line is Florin's own. */
const STEERS = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const CARD = { CardNumber: '5123456789012346', ExpiryDate: '0542', Cvn: '123', CardHolderName: 'A BUYER' };

// Twenty processes, each of which takes seconds on a busy machine.
describe('P50', { timeout: 300_000 }, () => {
  let service: Service;
  let folder: string;
  let number: string;
  let token: string;
  const said: { readonly line: string; readonly said: CommandResult }[] = [];

  const florin = async (...args: readonly string[]): Promise<CommandResult> => {
    const env = {
      FLORIN_BASE_URL: service.url,
      FLORIN_USERNAME: 'demo-api',
      FLORIN_PASSWORD: 'Demo-Password-1',
      FLORIN_MERCHANT_NUMBER: '5353109000000000',
    };
    const result = await waitForEnd(spawnFlorin(args, folder, env));
    said.push({ line: args.join(' '), said: result });
    return result;
  };

  beforeAll(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), 'florin-nasty-'));
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const txn = await client.processTransaction({
      Action: 'payment',
      Amount: 100,
      Currency: 'AUD',
      Crn1: NASTY,
      MerchantReference: NASTY,
      TestMode: true,
      StoreCard: true,
      CardDetails: CARD,
    });
    number = txn.TxnNumber ?? '';
    ({ DVToken: token = '' } = await client.tokeniseTransaction(number));
    await client.updateToken(token, { Crn1: NASTY, Crn2: NASTY, EmailAddress: 'a@shop.example' });
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
  });

  it('for arguments and errors', async () => {
    await florin('txn', NASTY);
    await florin('txn', 'get', NASTY);
    await florin(`--${NASTY}`);
    await florin('csp', '--check', `http://127.0.0.1/${NASTY}`, '--inventory', join(folder, 'none'));
    for (const { line, said: result } of said.splice(0)) {
      expect.soft(result.code, line).not.toBe(0);
      expect.soft(result.out, `standard output of florin ${line}`).not.toMatch(STEERS);
      expect.soft(result.err, `standard error of florin ${line}`).not.toMatch(STEERS);
    }
  });

  it('for each command that prints data of the service', async () => {
    const soap = ['--endpoint', `${service.url}/evolve/service_1_4_4.asmx`];
    await florin('pay', '--token', token, '--amount', '100', '--crn1', NASTY, '--reference', NASTY);
    for (const json of [[], ['--json']]) {
      await Promise.all([
        florin('txn', 'get', number, ...json),
        florin('txn', 'search', ...json),
        florin('token', 'get', token, ...json),
        florin('token', 'search', ...json),
      ]);
      await Promise.all([
        florin('token', 'from-txn', number, ...json),
        florin('txn', 'refund', number, '--amount', '10', '--reference', NASTY, ...json),
        florin('authkey', '--amount', '100', '--reference', NASTY, ...json),
        florin('soap', 'SearchTransactions', ...soap, ...json),
      ]);
    }
    await florin('soap', 'SearchTransactions', ...soap, '--raw');
    for (const { line, said: result } of said) {
      expect.soft(result.out, `standard output of florin ${line}`).not.toMatch(STEERS);
      expect.soft(result.err, `standard error of florin ${line}`).not.toMatch(STEERS);
    }
    // What was planted has been shown, and JSON keeps it to the letter.
    for (const { line, said: result } of said.filter(({ line }) => !line.startsWith('soap')))
      expect.soft(result.out + result.err, line).toContain('\\u202e');
    const [json] = said.filter(({ line }) => line === `txn get ${number} --json`);
    expect(JSON.parse(json?.said.out ?? '{}')).toMatchObject({ Crn1: NASTY, MerchantReference: NASTY });
  });
});
