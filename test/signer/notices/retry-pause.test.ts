import { expect, it } from 'vitest';
import { retryPause } from '../../../src/signer/notices/retry-pause.js';

it.each([
  [1, 2_500, 5_000],
  [2, 5_000, 10_000],
  [3, 10_000, 20_000],
  [7, 160_000, 320_000],
  [8, 300_000, 600_000],
  [9, 300_000, 600_000],
  [1_000_000, 300_000, 600_000],
  [0, 2_500, 5_000],
])('after %i tries from %i to %i ms', (tries, least, most) => {
  expect([retryPause(tries, 0), retryPause(tries, 1)]).toEqual([least, most]);
});
