import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd } from './florin-process.js';

describe('florin browser-files', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'florin-files-'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));
  const copy = (folder: string) => waitForEnd(spawnFlorin(['browser-files', folder], parent));

  it('writes the worker and the script into a new folder, and replaces an older worker', async () => {
    const first = await copy('my shop/public');
    expect(first).toMatchObject({ code: 0, err: '' });
    const worker = join(parent, 'my shop/public/florin-sandbox-worker.js');
    const built = readFileSync('dist/browser/florin-sandbox-worker.js');
    expect(readFileSync(worker).equals(built)).toBe(true);
    expect(readFileSync(join(parent, 'my shop/public/florin-sandbox.js'), 'utf8')).toContain('florin-sandbox-worker');
    writeFileSync(worker, 'older');
    const again = await copy('my shop/public');
    expect(again.out).toMatch(/florin-sandbox-worker\.js is written.*\n.*florin-sandbox\.js is up to date/);
    expect(readFileSync(worker).equals(built)).toBe(true);
  });

  it('names the problem with the folder, and exits with 1', async () => {
    writeFileSync(join(parent, 'file'), '');
    const { code, err } = await copy('file/public');
    expect(code).toBe(1);
    expect(err).toContain('file');
  });
});
