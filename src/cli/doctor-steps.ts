/**
 * `florin doctor --steps`: how far a shop is on its way to live payments, by the facts of its facility and by the transactions of
 * the last 30 days. docs/guides/go-live.md has the same steps.
 */
import { existsSync } from 'node:fs';
import type { RestClient, TxnResp } from '../service/index.js';
import { hasReferenceForm } from '../signer/claims/references.js';
import type { Account } from './account.js';
import { FACTS_FILE, loadFacts } from './contract-command.js';
import { searchDays } from './doctor-search.js';
import { bad, ok, type Finding } from './finding.js';

const CHECK = 'step';
const DAYS = 30;

interface Step {
  readonly step: string;
  /** What to do for it. */
  readonly how: string;
  isDone(txn: TxnResp): boolean;
}

const isApproved = ({ ResponseCode }: TxnResp): boolean => ResponseCode === '0';
const isOwn = ({ Action, MerchantReference }: TxnResp): boolean =>
  (Action === 'payment' || Action === 'preauth') && hasReferenceForm(MerchantReference);

const STEPS: readonly Step[] = [
  {
    step: 'an order was paid in test mode',
    how: 'pay an order of your shop with a test card',
    isDone: (txn) => txn.IsTestTxn === true && isOwn(txn) && isApproved(txn),
  },
  {
    step: 'an order was declined in test mode',
    how: 'pay an order whose amount ends in 05, and read what the shopper reads',
    isDone: (txn) => txn.IsTestTxn === true && isOwn(txn) && !isApproved(txn),
  },
  {
    step: 'a test payment was refunded',
    how: 'florin txn refund <TxnNumber> --amount <minor units> --reference <your own>',
    isDone: (txn) => txn.IsTestTxn === true && txn.Action === 'refund' && isApproved(txn),
  },
  {
    step: 'an order was paid with money',
    how: 'without testMode, pay a small order with a card of your own',
    isDone: (txn) => txn.IsTestTxn === false && isOwn(txn) && isApproved(txn),
  },
  {
    step: 'money was refunded',
    how: 'florin txn refund <TxnNumber> --amount <minor units> --reference <your own> --live',
    isDone: (txn) => txn.IsTestTxn === false && txn.Action === 'refund' && isApproved(txn),
  },
];

/** @throws FlorinError as the client; CommandEnd when facts.json cannot be read */
export async function checkSteps(client: RestClient, account: Account): Promise<readonly Finding[]> {
  const found = await searchDays(client, DAYS);
  return [
    await checkFacts(account),
    ...STEPS.map(({ step, how, isDone }): Finding => {
      const txn = found.find(isDone);
      if (!txn) return { check: CHECK, status: 'skipped', message: `open: ${step} in the last ${DAYS} days; ${how}` };
      return ok(CHECK, `${step}: transaction ${txn.TxnNumber ?? ''}`);
    }),
  ];
}

async function checkFacts({ baseUrl }: Account): Promise<Finding> {
  const how = `florin contract run --out ${FACTS_FILE}`;
  if (!existsSync(FACTS_FILE))
    return { check: CHECK, status: 'skipped', message: `open: the facility was asked how it differs; ${how}` };
  const { facility, date, facts } = await loadFacts(FACTS_FILE);
  if (facility !== new URL(baseUrl).origin)
    return bad(CHECK, `${FACTS_FILE} has the facts of ${facility}; ${how} --again`);
  const count = facts.filter(({ state }) => state === 'differs').length;
  return ok(CHECK, `the facility was asked on ${date}: ${count} facts differ from the sandbox`);
}
