/**
 * Claims in memory, for tests and first experiments. Everything is lost when the process ends:
 * never use it for real payments.
 */
import type { ClaimStore, EntryName, EntryPlace, Need } from './claim-store.js';
import { GRACE, isFinished, LAST_LOOK, type Claim } from './claim.js';
import { createEntry, isMoney, reviewKindOf, stateAfter, type LedgerEntry, type NoticeTry } from './ledger-entry.js';
import { forgetDetails, forgetPerson, isSettled, isSettledBefore } from './settled.js';
import { MACHINE_CLOCK, type StoreClock } from './store-clock.js';

/**
 * A store for one process. No method awaits between its check and its change, so each method is
 * atomic.
 */
export function createMemoryStore({ clock = MACHINE_CLOCK }: StoreClock = {}): ClaimStore {
  const claims = new Map<string, Claim>();
  const references = new Map<string, string>();
  const entries = new Map<string, LedgerEntry>();
  const marks = new Map<string, string>();
  const orders = new Map<string, { claims: string[]; entries: string[] }>();

  const rowsOf = ({ scope, order }: Pick<Claim, 'scope' | 'order'>) => {
    const rows = orders.get(keyOf(scope, order));
    return {
      claims: (rows?.claims ?? [])
        .flatMap((id) => claims.get(id) ?? [])
        .sort((one, other) => one.attempt - other.attempt),
      entries: (rows?.entries ?? []).flatMap((name) => entries.get(name) ?? []),
      at: clock.now(),
    };
  };
  const hasMoney = (claim: Pick<Claim, 'scope' | 'order'>) => rowsOf(claim).entries.some(({ kind }) => isMoney(kind));
  /** Changes a claim if it passes the check. */
  const change = (id: string, isReady: (claim: Claim) => boolean, changes: Partial<Claim>): boolean => {
    const claim = claims.get(id);
    if (!claim || !isReady(claim)) return false;
    claims.set(id, { ...claim, ...changes });
    return true;
  };
  const findEntry = ({ scope, txnNumber }: EntryName) => entries.get(keyOf(scope, txnNumber));
  const changeEntry = (entry: LedgerEntry, changes: Partial<LedgerEntry>): LedgerEntry => {
    const changed = { ...entry, ...changes };
    entries.set(keyOf(entry.scope, entry.txnNumber), changed);
    return changed;
  };
  /** The entry if no other try has begun. */
  const findTry = (notice: NoticeTry): LedgerEntry | undefined => {
    const entry = findEntry(notice);
    return entry && isNoticeOpen(entry) && entry.noticeTries === notice.noticeTries ? entry : undefined;
  };

  return {
    async now() {
      return clock.now();
    },
    async readOrder(scope, order) {
      return rowsOf({ scope, order });
    },
    async readClaim(id) {
      return claims.get(id);
    },
    async readClaimByReference(scope, reference) {
      return claims.get(references.get(keyOf(scope, reference)) ?? '');
    },
    async addClaim({ lease, ...claim }) {
      const name = keyOf(claim.scope, claim.order);
      const rows = orders.get(name) ?? { claims: [], entries: [] };
      const isTaken = rows.claims.some((id) => {
        const other = claims.get(id);
        return other?.attempt === claim.attempt || other?.reference === claim.reference;
      });
      if (isTaken || (claim.state === 'issuing' && hasMoney(claim))) return false;
      const at = clock.now();
      claims.set(claim.id, { ...claim, claimedAt: at, leaseUntil: at + lease });
      references.set(keyOf(claim.scope, claim.reference), claim.id);
      rows.claims.push(claim.id);
      orders.set(name, rows);
      return true;
    },
    async takeLease(id, { owner, client }, lease) {
      const at = clock.now();
      const isFree = (claim: Claim) => claim.state === 'issuing' && claim.leaseUntil <= at;
      return change(id, isFree, { leaseOwner: owner, leaseUntil: at + lease, client });
    },
    async failLease(id, owner) {
      const isMine = (claim: Claim) => claim.state === 'issuing' && claim.leaseOwner === owner;
      return change(id, isMine, { leaseOwner: null, leaseUntil: 0, failedAt: clock.now() });
    },
    async goLive(id, owner, { authKey, expiresAt }) {
      const isMine = (claim: Claim) => claim.state === 'issuing' && claim.leaseOwner === owner && !hasMoney(claim);
      return change(id, isMine, { state: 'live', authKey, expiresAt, leaseOwner: null, leaseUntil: 0 });
    },
    async markAsked(id) {
      const at = clock.now();
      change(id, (claim) => isOpen(claim) && claim.askedAt === null, { askedAt: at });
      return at;
    },
    async markHinted(id) {
      return change(id, (claim) => !isFinished(claim) && claim.hintedAt === null, { hintedAt: clock.now() });
    },
    async clearHint(id) {
      change(id, () => true, { hintedAt: null });
    },
    async supersede(id) {
      return change(id, (claim) => claim.state === 'live' && claim.askedAt === null, { state: 'superseded' });
    },
    async expire(id) {
      return change(id, isOpen, { state: 'expired' });
    },
    async record(finding, lease) {
      const claim = claims.get(finding.claimId);
      if (!claim) throw new RangeError(`no claim ${finding.claimId}`);
      const known = findEntry({ scope: claim.scope, txnNumber: finding.txnNumber });
      if (known) return { entry: known, isNew: false };
      const entry = createEntry(finding, claim, rowsOf(claim), lease);
      changeEntry(entry, {});
      orders.get(keyOf(claim.scope, claim.order))?.entries.push(keyOf(claim.scope, entry.txnNumber));
      claims.set(claim.id, { ...claim, state: stateAfter(claim.state, entry.kind), hintedAt: null });
      return { entry, isNew: true };
    },
    async takeNotice(read, lease, isEarly) {
      const entry = findTry(read);
      const at = clock.now();
      if (!entry || (entry.noticeAt > at && !(isEarly && entry.notice === 'due'))) return false;
      changeEntry(entry, { notice: 'calling', noticeAt: at + lease, noticeTries: entry.noticeTries + 1 });
      return true;
    },
    async supersedePayment(name, current) {
      const entry = findEntry(name);
      if (!entry) throw new RangeError(`no transaction ${name.txnNumber}`);
      if (entry.kind !== 'paid' || entry.notice !== 'calling') return entry;
      const superseded = changeEntry(entry, { kind: reviewKindOf(current), current });
      change(entry.claimId, () => true, { state: stateAfter('approved', superseded.kind) });
      return superseded;
    },
    async finishNotice(made) {
      const entry = findTry(made);
      if (entry) changeEntry(entry, { notice: 'done' });
    },
    async failNotice(made, pause) {
      const entry = findTry(made);
      if (entry?.notice === 'calling') changeEntry(entry, { notice: 'due', noticeAt: clock.now() + pause });
    },
    async readDueNotices(scope, within, limit) {
      const until = clock.now() + within;
      const due = [...entries.values()].filter(
        (entry) => entry.scope === scope && isNoticeOpen(entry) && entry.noticeAt <= until,
      );
      return due.sort((one, other) => one.noticeAt - other.noticeAt).slice(0, limit);
    },
    async readBacklog(scope) {
      const at = clock.now();
      const ageOf = (instants: readonly (number | null)[]): number | null => {
        const known = instants.filter((instant) => instant !== null);
        return known.length === 0 ? null : at - Math.min(...known);
      };
      const asked = [...claims.values()].filter((claim) => claim.scope === scope && isOpen(claim));
      const notices = [...entries.values()].filter((entry) => entry.scope === scope && isNoticeOpen(entry));
      return {
        asked: ageOf(asked.map(({ askedAt }) => askedAt)),
        notice: ageOf(notices.map(({ recordedAt }) => recordedAt)),
      };
    },
    async takeOpenClaims(scope, { need, limit, since }) {
      const now = clock.now();
      const isFree = ({ checkedAt }: Claim) => checkedAt <= since || checkedAt > now;
      const parts = PARTS[need].map((isPart) =>
        [...claims.values()]
          .filter((claim) => claim.scope === scope && isFree(claim) && isPart(claim, now))
          .sort((one, other) => one.checkedAt - other.checkedAt),
      );
      const taken = parts.flat().slice(0, limit);
      return taken.map((claim) => {
        const hintedAt = claim.hintedAt ?? (claim.state === 'expired' ? now : null);
        const checked = { ...claim, checkedAt: now, hintedAt };
        claims.set(claim.id, checked);
        return checked;
      });
    },
    async readEntries(scope, place, until, limit) {
      return [...entries.values()]
        .filter((entry) => entry.scope === scope && entry.recordedAt < until && comparePlaces(entry, place) > 0)
        .sort(comparePlaces)
        .slice(0, limit);
    },
    async readMark(scope, name) {
      return marks.get(keyOf(scope, name)) ?? null;
    },
    async setMark({ scope, name, before, text }) {
      if ((marks.get(keyOf(scope, name)) ?? null) !== before) return false;
      marks.set(keyOf(scope, name), text);
      return true;
    },
    async removeSettled(scope, age, limit) {
      const until = clock.now() - age;
      const old = [...orders].filter(([, rows]) => {
        const [first] = rows.claims.flatMap((id) => claims.get(id) ?? []);
        return first?.scope === scope && isSettledBefore(rowsOf(first), until);
      });
      for (const [name, rows] of old.slice(0, limit)) {
        for (const id of rows.claims) claims.delete(id);
        for (const entry of rows.entries) entries.delete(entry);
        orders.delete(name);
      }
      return Math.min(old.length, limit);
    },
    async forgetOrder(scope, order) {
      const rows = rowsOf({ scope, order });
      if (!isSettled(rows)) return false;
      for (const claim of rows.claims) claims.set(claim.id, forgetPerson(claim));
      for (const entry of rows.entries) changeEntry(forgetDetails(entry), {});
      return true;
    },
    async close() {},
  };
}

/** The key of something that is unique within a scope. No scope has a line break. */
function keyOf(scope: string, name: string): string {
  return `${scope}\n${name}`;
}

function isNoticeOpen({ notice }: LedgerEntry): boolean {
  return notice === 'due' || notice === 'calling';
}

function comparePlaces(one: EntryPlace, other: EntryPlace): number {
  return (
    one.recordedAt - other.recordedAt ||
    (one.txnNumber < other.txnNumber ? -1 : Number(one.txnNumber > other.txnNumber))
  );
}

const isHinted = ({ hintedAt }: Claim) => hintedAt !== null;
/** Whether it can be paid, and nothing says that a card was sent. */
const isUnused = (claim: Claim) => isOpen(claim) && !isHinted(claim) && claim.askedAt === null;
const hasEnded = ({ expiresAt }: Claim, now: number) => (expiresAt ?? 0) + GRACE <= now;

/** The parts of each need. */
const PARTS: Record<Need, readonly ((claim: Claim, now: number) => boolean)[]> = {
  pressing: [isHinted, (claim) => isOpen(claim) && !isHinted(claim) && claim.askedAt !== null],
  ended: [
    (claim, now) => isUnused(claim) && hasEnded(claim, now),
    (claim, now) => !isHinted(claim) && needsLastLook(claim, now),
  ],
  idle: [(claim, now) => isUnused(claim) && !hasEnded(claim, now)],
};

function needsLastLook({ state, checkedAt, expiresAt }: Claim, now: number): boolean {
  const at = (expiresAt ?? 0) + LAST_LOOK;
  return state === 'expired' && at <= now && checkedAt < at;
}

function isOpen({ state }: Claim): boolean {
  return state === 'live' || state === 'superseded';
}
