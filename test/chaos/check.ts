/**
 * The checker of the chaos run. It reads the service's transactions, the shop's ledger and what shoppers were shown, and
 * nothing of the signer: neither its code nor its store.
 */

/** A transaction as the service's search reports it. */
export interface ServiceTxn {
  readonly TxnNumber: string;
  readonly Action: string;
  readonly Amount: number;
  readonly Currency: string | null;
  readonly Crn1: string;
  readonly ResponseCode: string;
}

/** A line of the shop's ledger: the callback as it came. */
export interface Notice {
  readonly event: string;
  readonly order: string;
  readonly txnNumber: string;
  readonly amount: number;
  readonly currency: string;
  readonly agreedAmount: number;
  readonly differences: string;
  readonly signer: string;
  readonly toldAt: string;
}

/** What a page did with a key, or was shown as final. */
export interface Step {
  readonly order: string;
  readonly at: string;
  /** `submitted`: a card was sent. All others are the status of the signer's answer. */
  readonly what: 'submitted' | 'approved' | 'declined' | 'failed' | 'expired' | 'review' | 'granted at the end';
  /** The key that the step is about; absent if the page had none. */
  readonly authKey?: string | undefined;
  readonly txnNumber?: string | undefined;
  readonly amount?: number | undefined;
}

/** Every price that an order has had, oldest first. No two orders ever cost the same. */
export type Prices = ReadonlyMap<string, readonly number[]>;

export interface Evidence {
  readonly txns: readonly ServiceTxn[];
  readonly ledger: readonly Notice[];
  readonly steps: readonly Step[];
  readonly prices: Prices;
}

export interface Difference {
  readonly order: string;
  readonly what: string;
}

/** Everything that does not fit together; empty if each payment was told exactly as what it is. */
export function findDifferences({ txns, ledger, steps, prices }: Evidence): Difference[] {
  const differences: Difference[] = [];
  const byNumber = new Map(txns.map((txn) => [txn.TxnNumber, txn]));
  const approved = txns.filter((txn) => txn.ResponseCode === '0');
  const ledgerOf = groupBy(ledger, ({ order }) => order);
  const stepsOf = groupBy(steps, ({ order }) => order);
  const paymentsOf = groupBy(approved, ({ Crn1 }) => Crn1);

  for (const order of new Set([...prices.keys(), ...ledgerOf.keys(), ...paymentsOf.keys()])) {
    const note = (what: string) => void differences.push({ order, what });
    const payments = paymentsOf.get(order) ?? [];
    const notices = ledgerOf.get(order) ?? [];
    if (!prices.has(order)) note('the shop has no such order');
    for (const txn of payments) checkTxn(txn, prices.get(order) ?? [], note);
    for (const notice of notices) checkNotice(notice, byNumber.get(notice.txnNumber), note);
    checkKinds(payments, notices, prices.get(order)?.at(-1), note);
    checkSteps(stepsOf.get(order) ?? [], { payments, notices, byNumber }, note);
  }
  return differences;
}

type NoteDifference = (what: string) => void;

/** The service has charged what the shop has asked for. */
function checkTxn({ TxnNumber, Action, Amount, Currency }: ServiceTxn, asked: readonly number[], note: NoteDifference) {
  if (!asked.includes(Amount)) note(`payment ${TxnNumber} is of ${Amount}, which the order never cost`);
  if (Action !== 'payment' || Currency !== 'AUD') note(`payment ${TxnNumber} is a ${Action} in ${Currency}`);
}

/** What was told is a payment of the service, with its amount, currency and order. */
function checkNotice(notice: Notice, txn: ServiceTxn | undefined, note: NoteDifference) {
  const { event, txnNumber, order, amount, currency, agreedAmount, differences } = notice;
  if (!txn) return note(`${event} ${txnNumber} was told, and the service does not have it`);
  if (txn.ResponseCode !== '0') note(`${event} ${txnNumber} was told, and the service has not approved it`);
  if (txn.Crn1 !== order) note(`${event} ${txnNumber} was told of this order, and is of ${txn.Crn1}`);
  if (txn.Amount !== amount || txn.Amount !== agreedAmount)
    note(`${event} ${txnNumber} was told as ${amount} (agreed ${agreedAmount}), and is of ${txn.Amount}`);
  if (txn.Currency !== currency) note(`${event} ${txnNumber} was told in ${currency}, and is in ${txn.Currency}`);
  if (differences !== '') note(`${event} ${txnNumber} was told with differences: ${differences}`);
}

/**
 * Each payment is told as one kind. The first one of an order is `paid` at the price that the order costs, else
 * `paid_superseded`; every other is `paid_twice`. Which one came first is the signer's word.
 */
function checkKinds(
  payments: readonly ServiceTxn[],
  notices: readonly Notice[],
  price: number | undefined,
  note: NoteDifference,
) {
  const firsts: string[] = [];
  for (const { TxnNumber, Amount } of payments) {
    const kinds = [...new Set(notices.filter((each) => each.txnNumber === TxnNumber).map(({ event }) => event))];
    const [kind] = kinds;
    if (kinds.length !== 1) note(`payment ${TxnNumber} was told as ${kinds.join(' and ') || 'nothing'}`);
    if (kind === undefined || kind === 'paid_twice') continue;
    firsts.push(TxnNumber);
    const right = Amount === price ? 'paid' : 'paid_superseded';
    if (kind !== right) note(`payment ${TxnNumber} of ${Amount} was told as ${kind}, at a price of ${price}`);
  }
  const paid = new Set(notices.filter(({ event }) => event === 'paid').map(({ txnNumber }) => txnNumber));
  if (paid.size > 1) note(`${[...paid].join(' and ')} were told as paid`);
  if (payments.length > 0 && firsts.length !== 1)
    note(`${payments.length} payments, of which ${firsts.length} were told as the first: ${firsts.join(' ')}`);
}

interface OfOrder {
  readonly payments: readonly ServiceTxn[];
  readonly notices: readonly Notice[];
  readonly byNumber: ReadonlyMap<string, ServiceTxn>;
}

/** What shoppers were shown as final is so, and each key has made at most one payment. */
function checkSteps(steps: readonly Step[], { payments, notices, byNumber }: OfOrder, note: NoteDifference) {
  for (const { order, what, txnNumber = '?', amount } of steps) {
    const txn = byNumber.get(txnNumber);
    const isApproved = txn?.ResponseCode === '0' && txn.Crn1 === order;
    if (what === 'approved' && !(isApproved && txn.Amount === amount))
      note(`a shopper was shown the approved payment ${txnNumber} of ${amount}, which the service does not have`);
    if ((what === 'declined' || what === 'failed') && (!txn || txn.ResponseCode === '0' || txn.Crn1 !== order))
      note(`a shopper was shown ${what} ${txnNumber}, which the service does not have so`);
    if (what === 'review' && !notices.some(({ event }) => event !== 'paid'))
      note('a shopper was shown a review, and the shop was told of none');
    if (what === 'granted at the end' && payments.length > 0) note('a shopper was given a key for a paid order');
  }
  const keysOf = (...kinds: Step['what'][]) =>
    new Set(steps.filter(({ what }) => kinds.includes(what)).map(({ authKey }) => authKey));
  const unpaid = keysOf('declined', 'failed', 'expired');
  const payable = [...keysOf('submitted')].filter((authKey) => !unpaid.has(authKey));
  if (payments.length > payable.length)
    note(`${payments.length} payments, with ${payable.length} keys that no shopper was shown as unpaid`);
}

/** `Map.groupBy`, which Node 20 does not have. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
