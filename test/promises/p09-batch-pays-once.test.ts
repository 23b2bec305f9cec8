/** P9, for a batch: the next process completes the batch of a killed process, each record once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { CARD } from '../sandbox/rest-caller.js';
import { batchFile, contentIn, detail, FileCaller } from '../sandbox/soap/file-caller.js';
import { textIn } from '../sandbox/soap/soap-caller.js';

/** 2,000 take a fifth of a second: on a busy machine the batch ended before the last kill, five times in a row. */
const RECORDS = 16_000;

describe('P9: a batch in a process that is killed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-batch-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * Submits a batch to a process that is killed three times while it runs. Undefined if the batch
   * ended before that, because the machine stalled: the trial then proves nothing.
   */
  async function breakOff(database: string) {
    let child = await startSandboxChild({ database });
    let soap = await FileCaller.open(serviceAt(child.url));
    const records = Array.from({ length: RECORDS }, (_, index) =>
      detail({ crn1: `record ${index}`, amount: index + 1 }),
    );
    expect(textIn(await soap.submit(batchFile(records)), 'ResponseCode')).toBe('SUCCESS');
    for (const share of [0.1, 0.25, 0.4]) {
      let done = 0;
      while (done < RECORDS * share) ({ done } = await soap.progress());
      await child.stop('SIGKILL');
      if (done >= RECORDS) return undefined;
      child = await startSandboxChild({ database });
      soap = await FileCaller.open(serviceAt(child.url));
    }
    return { database, child, soap };
  }

  it('continues after a kill: each record is one payment, and no card number is on the disk', async () => {
    let broken = await breakOff(join(folder, 'sandbox-1.sqlite'));
    for (let tries = 2; !broken && tries <= 5; tries += 1)
      broken = await breakOff(join(folder, `sandbox-${tries}.sqlite`));
    if (!broken) throw new Error('The batch was never broken off before its end');
    const { database, child, soap } = broken;
    await soap.finished();
    const lines = (contentIn(await soap.download()) ?? '').split('\n').slice(1, -2);
    expect(lines).toHaveLength(RECORDS);
    expect(lines.every((line) => line.endsWith(',Approved,0,00'))).toBe(true);
    expect(child.output()).not.toContain(CARD.CardNumber);
    await child.stop();

    const db = new DatabaseSync(database, { readOnly: true });
    const count = db.prepare('select count(*) as made, count(distinct crn1) as records, sum(amount) as total from txn');
    expect(count.get()).toEqual({ made: RECORDS, records: RECORDS, total: (RECORDS * (RECORDS + 1)) / 2 });
    const text = JSON.stringify(db.prepare('select records, results from batch_slice').all());
    expect(text).toContain('mc-5');
    expect(text).not.toContain(CARD.CardNumber);
    db.close();
  }, 120_000);
});
