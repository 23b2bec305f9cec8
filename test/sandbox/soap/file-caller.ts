/** Calls the file operations after a login, with its cookie. */
import { CARD } from '../rest-caller.js';
import type { ServiceUnderTest } from '../service-under-test.js';
import { CREDENTIALS, SoapCaller, textIn, type Members, type Version } from './soap-caller.js';

/** Members of a detail record that replace the valid defaults. */
export interface Detail {
  readonly biller?: string;
  readonly crn1?: string;
  readonly crn2?: string;
  readonly crn3?: string;
  readonly amount?: number | string;
  readonly card?: string;
  readonly expiry?: string;
}

export function detail(members: Detail = {}): string {
  const { biller = '', crn1 = 'order 1', crn2 = '', crn3 = '', amount = 1_000 } = members;
  const { card = CARD.CardNumber, expiry = '9900' } = members;
  return ['50', biller, crn1, crn2, crn3, amount, '0', card, expiry, 'R'].join(',');
}

export const HEADER = `01,CBA-EVOLVE,20260304,120000,,1,${CREDENTIALS.merchantNumber}`;

/** A batch file with details. Its count and total are correct unless given. */
export function batchFile(
  details: readonly string[],
  { lines, total, header = HEADER }: { lines?: number; total?: number; header?: string } = {},
): string {
  const sum = details.reduce((all, line) => all + Number(line.split(',')[5]), 0);
  return [header, ...details, `99,${lines ?? details.length + 2},${total ?? sum},0`, ''].join('\n');
}

/** The text of a base64 element; undefined when there is none. */
export function contentIn(xml: string): string | undefined {
  const base64 = textIn(xml, 'Content');
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8');
}

/** Progress of the newest batch. */
export interface Progress {
  readonly state: string | undefined;
  readonly done: number;
  readonly percentage: number;
}

/** Timeout of the wait for a batch. */
const TIMEOUT_MS = 60_000;

/** A caller with a login. */
export class FileCaller extends SoapCaller {
  cookie = '';

  static async open(
    service: ServiceUnderTest,
    { version = '1.1', credentials = CREDENTIALS }: { version?: Version; credentials?: typeof CREDENTIALS } = {},
  ): Promise<FileCaller> {
    const caller = new FileCaller(service, version);
    const response = await caller.send('Login', { cliVersion: '1', ...credentials });
    caller.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return caller;
  }

  ask(operation: string, members: Members = {}): Promise<string> {
    return this.call(operation, members, { cookie: this.cookie });
  }

  submit(content: string, filename = 'a.csv'): Promise<string> {
    return this.ask('SubmitBatch', { filename, content });
  }

  download(filename = 'a.csv', { fileFormat = 1, returnAll = true } = {}): Promise<string> {
    return this.ask('DownloadBatchByFilename', { filename, fileFormat, returnAll });
  }

  async progress(): Promise<Progress> {
    const xml = await this.ask('RetrieveBatchStatistics', { timePeriod: 0 });
    const newest = xml.slice(xml.lastIndexOf('<BatchStats>'));
    return {
      state: textIn(newest, 'BatchState'),
      done: Number(textIn(newest, 'ProcCount')),
      percentage: Number(textIn(newest, 'Percentage')),
    };
  }

  /** Polls until the newest batch has ended. Returns every seen progress. */
  async finished(): Promise<readonly Progress[]> {
    const seen: Progress[] = [];
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const progress = await this.progress();
      seen.push(progress);
      if (progress.state === 'Completed' || progress.state === 'Failed') return seen;
      if (performance.now() > until) throw new Error(`The batch has not ended: ${JSON.stringify(progress)}`);
    }
  }
}
