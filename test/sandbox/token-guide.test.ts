import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { connect, keepAndPay, keyForStoredCard } from './token-guide-examples.js';

const trimmed = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

describe('the guide to tokens', () => {
  const guide = readFileSync(new URL('../../docs/guides/sandbox-tokens.md', import.meta.url), 'utf8');
  const examples = trimmed(readFileSync(new URL('token-guide-examples.ts', import.meta.url), 'utf8'));
  const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => trimmed(block));

  it.each(blocks)('has only examples that are type-checked: %s', (block) => {
    expect(examples).toContain(block);
  });

  it('has examples that work', async () => {
    const sandbox = await startSandbox();
    const client = connect(sandbox.url);
    expect(await keepAndPay(client)).toBe('0');
    const [kept] = await client.searchTokens({ Crn1: 'customer 7' });
    expect(await keyForStoredCard(client, kept?.DVToken ?? '')).toMatch(/^[0-9a-f-]{36}$/);
    await sandbox.close();
  });
});
