/** Calls the file operations with an independent client: node-soap, with its login's cookie. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as nodeSoap from 'soap';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/node/start-sandbox.js';
import { stoppedClock } from '../service-under-test.js';
import { batchFile, detail } from './file-caller.js';
import { CREDENTIALS, SOAP_PATH } from './soap-caller.js';

interface Answer {
  readonly response: { readonly ResponseCode: string; readonly ResponseMessage?: string };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what node-soap makes of an answer has no type
  readonly [name: string]: any;
}

describe.each(['Service_1_4_4Soap', 'Service_1_4_4Soap12'])('files by node-soap, port %s', (port) => {
  let running: RunningSandbox;
  let client: nodeSoap.Client;
  beforeAll(async () => {
    running = await startSandbox({ clock: stoppedClock() });
    const options = { forceSoap12Headers: port.endsWith('12') };
    client = await nodeSoap.createClientAsync(`${running.url}${SOAP_PATH}?WSDL`, options);
  }, 60_000);
  afterAll(() => running.close());

  function call(operation: string, parameters: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      client['Service_1_4_4'][port][operation](parameters, (error: unknown, result: Answer) => {
        if (error) reject(error instanceof Error ? error : new Error(JSON.stringify(error)));
        else resolve(result);
      });
    });
  }

  it('logs in, submits, reads the progress, downloads, and is refused after the logout', async () => {
    const refused = await call('RetrieveBatchStatistics', { timePeriod: 1 });
    expect(refused.response).toMatchObject({ ResponseCode: 'ERROR', ResponseMessage: 'invalid login' });
    expect(await call('Login', { cliVersion: '1.4.4', ...CREDENTIALS })).toMatchObject({ LoginResult: true });
    const { 'set-cookie': cookies } = client.lastResponseHeaders as unknown as { 'set-cookie': string | string[] };
    client.addHttpHeader('Cookie', String([cookies].flat()[0]).split(';')[0]);

    const content = batchFile([detail({ crn1: 'by node-soap' }), detail({ crn1: 'declined', expiry: '9951' })]);
    const wrong = await call('SubmitBatch', { filename: 'n.csv', content: content.replace('99,4,', '99,5,') });
    expect(wrong['SubmitBatchResult']).toEqual({ string: ['line 4: invalid number of records: the file has 4'] });
    const taken = await call('SubmitBatch', { filename: 'n.csv', content });
    expect(taken.response.ResponseCode).toBe('SUCCESS');
    await expect
      .poll(
        async () => {
          const stats = await call('RetrieveBatchStatistics', { timePeriod: 1 });
          return stats['RetrieveBatchStatisticsResult'].BatchStats[0].BatchState as string;
        },
        { timeout: 30_000 },
      )
      .toBe('Completed');
    const found = await call('DownloadBatchByFilename', { filename: 'n.csv', fileFormat: 1, returnAll: false });
    const { Filename, Content } = found['DownloadBatchByFilenameResult'];
    expect(Filename).toBe('n-r.csv');
    const text = Buffer.from(Content as string, 'base64').toString('utf8');
    expect(text).toMatch(/^50,,declined,.*,Declined,5,51$/m);
    expect(text).not.toContain('by node-soap');

    const lookup = { filename: 'l.csv', content: 'one,,,,\n', emailAddress: 'jane@example.com' };
    expect((await call('UploadCRNLookupFile', lookup)).response.ResponseCode).toBe('SUCCESS');
    // The response to an invalid zip, with base64 by node-soap.
    const zip = { filename: 'l.zip', content: Buffer.from('no zip at all').toString('base64') };
    expect((await call('UploadCRNLookupZipFile', zip)).response.ResponseMessage).toBe('invalid zip file');
    const settlement = await call('RetrieveSettlementFiles', { settlementDate: '20260303' });
    const [file] = settlement['RetrieveSettlementFilesResult'].SettlementFile;
    expect(Buffer.from(file.Content as string, 'base64').toString('utf8')).toContain('99,0,0,AUD');

    expect((await call('Logout', {})).response.ResponseCode).toBe('SUCCESS');
    expect((await call('RetrieveBatchStatistics', { timePeriod: 1 })).response.ResponseMessage).toBe('invalid login');
  }, 60_000);
});
