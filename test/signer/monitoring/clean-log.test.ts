import { expect, it } from 'vitest';
import { createCleanLog, LOG_LEVELS } from '../../../src/signer/monitoring/clean-log.js';

it.each([
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
] as const)('a log of level %s has the entries of %j', (least, levels) => {
  const written: string[] = [];
  const log = createCleanLog(({ level }) => void written.push(level), least);
  for (const level of LOG_LEVELS) log({ level, event: 'tested' });
  expect(written).toEqual(levels);
});
