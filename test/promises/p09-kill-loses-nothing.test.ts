/** P9: `kill -9` loses no acknowledged transaction. */
import { describe, expect, it } from 'vitest';
import { killAgainAndAgain } from './kill-rounds.js';
import { createChance, report, trials } from './trials.js';

describe('P9: kill -9 loses no acknowledged transaction', () => {
  it('at random moments under load', async () => {
    const chance = createChance();
    const kills = trials(20);
    const { acknowledged, lost } = await killAgainAndAgain(kills, chance);
    // Rule of three: none seen in n trials means less than 3/n at 95 %.
    const bound = `under ${((3 / kills) * 100).toFixed(1)} % of kills at 95 %`;
    report('P9', chance, { kills, acknowledged, lost, bound });
    expect(lost).toBe(0);
    expect(acknowledged).toBeGreaterThan(kills);
  }, 600_000);
});
