/** The commands that call the service, as child processes against a sandbox. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerJson, pretendService } from '../service/pretend-service.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { NOWHERE } from '../support/free-port.js';
import { spawnFlorin, waitForEnd, type CommandResult } from './florin-process.js';

const CARD = '5123456789012346';
const PAY = ['pay', '--card', CARD, '--amount'];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function accountEnv(changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    FLORIN_BASE_URL: service.url,
    FLORIN_USERNAME: 'demo-api',
    FLORIN_PASSWORD: 'Demo-Password-1',
    FLORIN_MERCHANT_NUMBER: '5353109000000000',
    ...changes,
  };
}

const florin = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
  waitForEnd(spawnFlorin(args, undefined, accountEnv(env)));
const json = ({ out }: CommandResult) => JSON.parse(out) as Record<string, unknown>;

describe('florin, calling the service', { timeout: 90_000 }, () => {
  it('pays, shows the payment, refunds it, stores its card, deletes the card', async () => {
    const paid = await florin([...PAY, '19900', '--reference', 'cli-1', '--crn1', 'customer-1', '--store-card']);
    expect([paid.code, paid.err]).toEqual([0, 'Reference: cli-1\n']);
    expect(paid.out).toMatch(/^Outcome +approved \(0 .*\)\nTxnNumber +\d+\nAction +payment\nAmount +199\.00 AUD\n/);
    expect(paid.out).toMatch(/Card +MC 512345\.\.\.346\n/);
    const number = /TxnNumber +(\d+)/.exec(paid.out)?.[1] ?? '';

    const [got, found, table, whole] = await Promise.all([
      florin(['txn', 'get', number, '--json']),
      florin(['txn', 'search', '--reference', 'cli-1', '--json']),
      florin(['txn', 'search', '--crn1', 'customer-1']),
      florin(['txn', 'refund', number]),
    ]);
    expect(json(got)).toMatchObject({ TxnNumber: number, Amount: 19900, ResponseCode: '0' });
    expect(json(found)).toMatchObject([{ TxnNumber: number }]);
    expect(table.out).toMatch(
      new RegExp(`^TxnNumber +Processed .*\\n${number} .* payment +199\\.00 AUD +approved +cli-1\\n$`),
    );
    expect(table.err).toBe('1 found\n');
    expect([whole.code, whole.err]).toEqual([1, expect.stringContaining('--amount 19900 refunds all of 199.00 AUD')]);

    const refunded = await florin(['txn', 'refund', number, '--amount', '500', '--json']);
    expect([refunded.code, refunded.err]).toEqual([0, '']);
    expect(json(refunded)).toMatchObject({ Action: 'refund', Amount: 500, OriginalTxnNumber: number });
    const tooMuch = await florin(['txn', 'refund', number, '--amount', '19900']);
    expect([2, 3]).toContain(tooMuch.code);

    const stored = await florin(['token', 'from-txn', number, '--json']);
    const { DVToken } = json(stored) as { DVToken: string };
    expect(DVToken).toMatch(/^599999\d{10}$/);
    const byToken = await florin(['pay', '--token', DVToken, '--amount', '700', '--json']);
    expect([byToken.code, json(byToken)['Amount']]).toEqual([0, 700]);
    expect((await florin(['token', 'delete', DVToken])).out).toBe(`${DVToken} is deleted\n`);
    expect((await florin(['token', 'get', DVToken])).code).toBe(3);
  });

  it('reserves, captures and reverses', async () => {
    const reserved = await florin([...PAY, '5000', '--preauth', '--json']);
    const number = String(json(reserved)['TxnNumber']);
    const captured = await florin(['txn', 'capture', number, '--json']);
    expect(json(captured)).toMatchObject({ Action: 'capture', Amount: 5000, OriginalTxnNumber: number });
    const reversed = await florin(['txn', 'reverse', String(json(captured)['TxnNumber']), '--json']);
    expect(json(reversed)).toMatchObject({ Action: 'reversal', Amount: 5000, ResponseCode: '0' });
  });

  it('has an exit code for each result', async () => {
    const [declined, refused, strangers, unreachable, unset] = await Promise.all([
      florin([...PAY, '10005']),
      florin(['txn', 'get', '999999']),
      florin(['txn', 'search'], { FLORIN_PASSWORD: 'wrong' }),
      florin(['txn', 'search'], { FLORIN_BASE_URL: NOWHERE }),
      florin(['txn', 'search'], { FLORIN_PASSWORD: '', FLORIN_USERNAME: '' }),
    ]);
    expect([declined.code, declined.err]).toEqual([2, expect.stringContaining('was declined: no money moved')]);
    expect([refused.code, strangers.code, unreachable.code]).toEqual([3, 3, 4]);
    expect([unset.code, unset.err]).toEqual([1, expect.stringMatching(/Missing: --username or .*; FLORIN_PASSWORD/)]);
    expect(strangers.err).not.toContain('wrong');
    expect(unreachable.err).toMatch(/^florin: .*did not answer \(florin doctor finds the cause\)\n$/);
  });

  it('prints its version; prints the problem of an option last, without a page of help', async () => {
    const [version, wrong, unknown] = await Promise.all([
      florin(['--version']),
      florin(['pay', '--amount', '1.5']),
      florin(['txn', 'sarch']),
    ]);
    const { version: packed } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect([version.code, version.out]).toEqual([0, `${packed}\n`]);
    expect([wrong.code, wrong.out, wrong.err.trimEnd().split('\n')]).toEqual([
      ...[1, ''],
      [expect.stringContaining('whole number of the lowest denomination'), expect.stringContaining('--help')],
    ]);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('(Did you mean search?)')]);
  });

  it('does not repeat a payment whose answer was lost: prints how to look it up, which finds one', async () => {
    service.control.setAvailability('answer_lost');
    const lost = await florin([...PAY, '4400', '--reference', 'cli-lost', '--again']);
    service.control.setAvailability('normal');
    expect([lost.code, lost.out]).toEqual([5, '']);
    expect(lost.err).toContain('is not sent again. Look first: florin txn search --reference cli-lost');
    expect(json(await florin(['txn', 'search', '--reference', 'cli-lost', '--json']))).toMatchObject([
      { Amount: 4400, ResponseCode: '0' },
    ]);
  });

  it('reports a refusal beside an approved transaction as unknown, with its number', async () => {
    const TxnResp = { ResponseCode: '0', BankResponseCode: '00', TxnNumber: '1043' };
    const contradictory = await pretendService(
      answerJson({ APIResponse: { ResponseCode: 110, ResponseText: 'Invalid amount' }, TxnResp }),
    );
    const paid = await florin([...PAY, '4400', '--reference', 'cli-odd', '--again'], {
      FLORIN_BASE_URL: contradictory.url,
    });
    expect([paid.code, paid.out]).toEqual([5, '']);
    expect(paid.err).toMatch(/110 .*beside transaction 1043: the outcome is unknown.*txn search --reference cli-odd/);
    expect(contradictory.received).toHaveLength(1);
  });

  it('treats a request without a connection as not sent', async () => {
    expect((await florin([...PAY, '4400'], { FLORIN_BASE_URL: NOWHERE })).code).toBe(4);
  });

  it('makes no live payment without --live', async () => {
    const live = await florin([...PAY, '6000', '--live', '--json']);
    const number = String(json(live)['TxnNumber']);
    expect(json(live)['IsTestTxn']).not.toBe(true);
    const held = await florin(['txn', 'refund', number, '--amount', '100']);
    expect([held.code, held.err]).toEqual([1, expect.stringContaining('is live: a refund moves money. Add --live')]);
    expect((await florin(['txn', 'refund', number, '--amount', '100', '--live'])).code).toBe(0);
  });

  it('makes a key that a payment can use', async () => {
    const made = await florin(['authkey', '--amount', '2500', '--reference', 'cli-key', '--json']);
    const { authKey, submitUrl } = json(made) as { authKey: string; submitUrl: string };
    expect(submitUrl).toBe(`${service.url}/webapi/v3/txns/withauthkey/${authKey}`);
    expect((await service.submit(submitUrl)).APIResponse.ResponseCode).toBe(0);
    const token = json(await florin(['authkey', '--add-token', '--crn1', 'c', '--json']));
    expect(token['submitUrl']).toContain('/dvtokens/withauthkey/');
  });

  it.each([
    [['pay', '--card', '4111111111111111', '--amount', '100'], {}],
    [['pay', '--card', CARD, '--amount', '100'], { FLORIN_BASE_URL: 'https://pay.example' }],
    [['pay', '--amount', '4111 1111 1111 1111'], {}],
  ])('refuses the card number in %j without quoting it', async (args, env) => {
    const { code, out, err } = await florin(args, env);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('must not be on the command line');
    expect(err).not.toMatch(/4111|5123/);
  });

  it('reads the account from a configuration file, and its secret from another file', async () => {
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const folder = mkdtempSync(join(tmpdir(), 'florin-cli-'));
    const file = join(folder, 'florin.config.mjs');
    writeFileSync(
      file,
      `export default { service: { baseUrl: ${JSON.stringify(service.url)}, merchantNumber: '5353109000000000',
        username: 'demo-api', password: { env: 'THE_PASSWORD' } } };`,
    );
    const none = { FLORIN_BASE_URL: '', FLORIN_USERNAME: '', FLORIN_PASSWORD: '', FLORIN_MERCHANT_NUMBER: '' };
    const typed = join(folder, 'florin.config.ts');
    writeFileSync(typed, 'const config: object = {};\nexport default config;\n');
    const [found, unset, typescript] = await Promise.all([
      florin(['txn', 'search', '--config', file, '--json'], { ...none, THE_PASSWORD: 'Demo-Password-1' }),
      florin(['txn', 'search', '--config', file], none),
      florin(['txn', 'search', '--config', typed], none),
    ]);
    rmSync(folder, { recursive: true });
    expect([found.code, found.err]).toEqual([0, '']);
    expect(unset.err).toContain('service.password is in the environment variable THE_PASSWORD, which is not set');
    // Node 22.18 and later read it, and find that it has no account.
    expect(typescript.err).toMatch(/Node .* does not read TypeScript; use Node 22\.18|service must be an object/);
    expect(typescript.code).toBe(1);
  });
});
