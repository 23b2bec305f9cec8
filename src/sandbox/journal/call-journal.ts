/**
 * The journal: every call of this process, in order, in memory. It loses none until it has as many as it may, and then the
 * oldest; the request log, which is on the disk, leaves out calls when the sandbox is busy.
 */
import type { CardBook } from '../bank/test-cards.js';
import { SetupError } from '../control/read-setup.js';
import { sha256Of } from '../hex.js';
import { findKey } from '../request-log/describe-call.js';
import { maskText } from '../request-log/mask-value.js';
import type { WaitingCall } from '../request-log/waiting-call.js';
import { readSentKey } from '../sent-key.js';
import type { Store, StoreView } from '../store/store.js';
import { cancelLater, later } from '../yield-to-event-loop.js';
import { readMatch, readWait, type CallMatch, type CallWait } from './call-match.js';
import { numberOf, recordCall, type OpenFacts, type RecordedCall } from './recorded-call.js';

/** The calls that a sandbox got, for assertions. Each function has all calls that were answered before. */
export interface CallJournal {
  /** The matching calls in order: the newest 1,000, or after `after` the first 1,000. */
  find(match?: CallMatch): Promise<readonly RecordedCall[]>;
  /** Number of matching calls. */
  count(match?: CallMatch): Promise<number>;
  /** Resolves with the matching calls, as `find`, when there are enough. Rejects after the time. */
  waitFor(match: CallMatch, wait?: CallWait): Promise<readonly RecordedCall[]>;
  /** Forgets the calls of a merchant (by number), or all. Their ids are not given again. */
  reset(merchant?: string): Promise<void>;
}

/** The journal of a sandbox, which adds its calls. */
export interface KeptJournal extends CallJournal {
  /** @param keyInPath the AuthKey in the path of the call; empty without one */
  add(call: WaitingCall, keyInPath: string): void;
  /** Ends every wait. */
  close(): void;
}

export interface CallJournalOptions {
  readonly store: Store;
  readonly cards: CardBook;
  /** Maximum number of calls. */
  readonly most: number;
}

/** An entry, whose facts of the store may be missing. */
type Entry = { call: RecordedCall; open: OpenFacts | undefined };

const MOST_FOUND = 1_000;
const DEFAULT_WAIT_SECONDS = 5;

async function lookUp({ call, open }: Entry, view: StoreView): Promise<RecordedCall> {
  if (!open) return call;
  const { key, hasPaid, namedMerchant } = open;
  const keyHash = key === '' ? null : await sha256Of(key);
  if (call.merchant !== null && call.order !== null && call.amount !== null) return { ...call, keyHash };
  const use = key === '' ? undefined : await findKey(key, view);
  const terms = use && (await view.findAuthKey(key))?.terms;
  const paid = hasPaid && use?.txnNumber ? await view.findTransaction(use.merchantId, use.txnNumber) : undefined;
  const owner = use
    ? await view.findMerchant(use.merchantId)
    : namedMerchant === null
      ? undefined
      : await view.findMerchantByNumber(namedMerchant);
  const facts = { plain: new Set<string>(), secrets: [key], isTestCard: () => false };
  const textOf = (text: string | null | undefined): string | null => (text ? maskText(text, facts) : null);
  return {
    ...call,
    merchant: call.merchant ?? owner?.number ?? null,
    order: call.order ?? textOf(terms?.crn1),
    merchantReference: call.merchantReference ?? textOf(terms?.merchantReference),
    amount: call.amount ?? numberOf((paid ?? terms)?.amount),
    txnNumber: call.txnNumber ?? (typeof use?.txnNumber === 'number' ? String(use.txnNumber) : null),
    keyHash,
  };
}

export function createCallJournal({ store, cards, most }: CallJournalOptions): KeptJournal {
  let entries: Entry[] = [];
  let lastId = 0;
  let isClosed = false;
  let filling: Promise<void> | undefined;
  const waiters = new Set<() => void>();
  const isTestCard = (pan: string): boolean => cards.findByPan(pan) !== undefined;

  /** Looks up what entries lack now. Those of later calls are looked up next. */
  async function fill(): Promise<void> {
    const lacking = entries.filter(({ open }) => open !== undefined);
    if (lacking.length > 0) {
      const filled = await store
        .read(async (view) => {
          const calls: RecordedCall[] = [];
          for (const entry of lacking) calls.push(await lookUp(entry, view));
          return calls;
        })
        // The calls are answered; those that the store cannot explain stay without these facts.
        .catch(() => lacking.map(({ call }) => call));
      lacking.forEach((entry, index) => Object.assign(entry, { call: filled[index], open: undefined }));
    }
    filling = undefined;
    if (entries.some(({ open }) => open !== undefined)) wake();
    for (const look of waiters) look();
  }

  /** Resolves when nothing is to be looked up of the calls that are here now. */
  async function settle(): Promise<void> {
    const last = lastId;
    while (filling && entries.some(({ call, open }) => call.id <= last && open !== undefined)) await filling;
  }

  function wake(): void {
    // Later, because a fill without anything to look up would end before it is assigned.
    filling ??= Promise.resolve().then(fill);
  }

  /** @param end the latest moment, when calls are selected by what is known of them */
  async function select(match: CallMatch | undefined, end?: Promise<void>): Promise<RecordedCall[]> {
    const isMatch = await createFilter(match);
    await (end ? Promise.race([settle(), end]) : settle());
    return entries.map(({ call }) => call).filter(isMatch);
  }

  const bound = (calls: RecordedCall[], match: CallMatch | undefined): RecordedCall[] =>
    match?.after === undefined ? calls.slice(-MOST_FOUND) : calls.slice(0, MOST_FOUND);

  return {
    add(call, keyInPath) {
      if (most === 0 || isClosed) return;
      lastId += 1;
      const { key, hasPaid, namedMerchant, ...recorded } = recordCall(call, { id: lastId, keyInPath, isTestCard });
      const isWhole = key === '' && namedMerchant === null;
      entries.push({ call: recorded, open: isWhole ? undefined : { key, hasPaid, namedMerchant } });
      if (entries.length > most) entries.shift();
      if (!isWhole || waiters.size > 0) wake();
    },
    find: async (match) => bound(await select(match), match),
    count: async (match) => (await select(match)).length,
    async waitFor(match, wait = {}) {
      const { count = 1, timeoutSeconds = DEFAULT_WAIT_SECONDS } = readWait(wait);
      let isLate = false;
      let look: () => void = () => undefined;
      let timer: ReturnType<typeof later> | undefined;
      const end = new Promise<void>((resolve) => {
        timer = later(() => {
          isLate = true;
          look();
          resolve();
        }, timeoutSeconds * 1_000);
      });
      try {
        for (;;) {
          const changed = new Promise<void>((resolve) => {
            look = resolve;
          });
          waiters.add(look);
          const found = await select(match, end);
          if (found.length >= count) return bound(found, match);
          if (isLate || isClosed) {
            throw new SetupError(`Only ${found.length} of ${count} such calls came within ${timeoutSeconds} seconds`);
          }
          await changed;
          waiters.delete(look);
        }
      } finally {
        cancelLater(timer);
        waiters.delete(look);
      }
    },
    async reset(merchant) {
      await settle();
      entries = merchant === undefined ? [] : entries.filter(({ call }) => call.merchant !== merchant);
    },
    close() {
      isClosed = true;
      for (const look of waiters) look();
    },
  };
}

/** @throws SetupError for a condition that does not exist */
async function createFilter(match: CallMatch = {}): Promise<(call: RecordedCall) => boolean> {
  const { merchant, operation, order, key, amount, code, txnCode, after = 0 } = readMatch(match);
  const keyHash = key === undefined ? undefined : await sha256Of(readSentKey(key));
  const is = (wanted: unknown, ...had: readonly unknown[]): boolean => wanted === undefined || had.includes(wanted);
  return (call) =>
    call.id > after &&
    is(merchant, call.merchant) &&
    is(operation, call.operation) &&
    is(order, call.order, call.merchantReference) &&
    is(keyHash, call.keyHash) &&
    is(amount, call.amount) &&
    is(code, call.code) &&
    is(txnCode, call.txnCode);
}
