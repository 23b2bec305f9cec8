// @ts-check
/**
 * Chaos: `npm run build && node test/bench/chaos.mjs [--kills 40] [--seed S] [--minutes 30] [--spoil]`.
 *
 * Starts a PostgreSQL, a sandbox, two sidecars and a shop, and kills, suspends and cuts them off from each other while
 * shoppers pay, until so many processes were killed or the minutes are over. Then everything works again, and a checker
 * holds the service's transactions against the shop's ledger and what shoppers were shown (docs/guides/when-things-fail.md).
 * Prints the counts of each fault, and ends with 1 on any difference, with the history of its order. The seed chooses the
 * faults; the moments of real processes differ in each run. `--spoil` takes a payment out of the ledger: the run must fail.
 */
import { parseArgs } from 'node:util';
import { runVitest } from '../../tools/process.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: { type: 'string', default: '30' },
    spoil: { type: 'boolean', default: false },
  },
});
for (const name of /** @type {const} */ (['kills', 'seed', 'minutes']))
  if (!(Number(values[name]) > 0)) throw new RangeError(`--${name} needs a number above 0`);

const { code } = await runVitest(['--reporter=dot', '--disableConsoleIntercept=true', 'test/chaos/chaos.test.ts'], {
  env: {
    FLORIN_CHAOS_KILLS: values.kills,
    FLORIN_CHAOS_MINUTES: values.minutes,
    FLORIN_CHAOS_SPOIL: values.spoil ? '1' : '',
    FLORIN_SEED: values.seed,
    NO_COLOR: '1',
  },
});
process.exit(code);
