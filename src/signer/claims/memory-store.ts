/**
 * Claims in memory, for tests and first experiments. Everything is lost when the process ends:
 * never use it for real payments.
 */
import type { ClaimStore } from './claim-store.js';
import { isFinished, type Claim } from './claim.js';
import { createEntry, isMoney, reviewKindOf, stateAfter, type LedgerEntry } from './ledger-entry.js';
import { MACHINE_CLOCK, type StoreClock } from './store-clock.js';

/**
 * A store for one process. No method awaits between its check and its change, so each method is
 * atomic.
 */
export function createMemoryStore({ clock = MACHINE_CLOCK }: StoreClock = {}): ClaimStore {
  const claims = new Map<string, Claim>();
  const entries = new Map<string, LedgerEntry>();
  const orders = new Map<string, { claims: string[]; entries: string[] }>();

  const rowsOf = (order: string) => {
    const rows = orders.get(order);
    return {
      claims: (rows?.claims ?? [])
        .flatMap((id) => claims.get(id) ?? [])
        .sort((one, other) => one.attempt - other.attempt),
      entries: (rows?.entries ?? []).flatMap((number) => entries.get(number) ?? []),
    };
  };
  const hasMoney = (order: string) =>
    (orders.get(order)?.entries ?? []).some((number) => {
      const entry = entries.get(number);
      return entry !== undefined && isMoney(entry.kind);
    });
  /** Changes a claim if it passes the check. */
  const change = (id: string, isReady: (claim: Claim) => boolean, changes: Partial<Claim>): boolean => {
    const claim = claims.get(id);
    if (!claim || !isReady(claim)) return false;
    claims.set(id, { ...claim, ...changes });
    return true;
  };
  const changeEntry = (txnNumber: string, changes: Partial<LedgerEntry>): void => {
    const entry = entries.get(txnNumber);
    if (entry) entries.set(txnNumber, { ...entry, ...changes });
  };
  const canTake = (entry: LedgerEntry, at: number) =>
    (entry.notice === 'due' || entry.notice === 'calling') && entry.noticeAt <= at;

  return {
    async now() {
      return clock.now();
    },
    async readOrder(order) {
      return rowsOf(order);
    },
    async readClaim(id) {
      return claims.get(id);
    },
    async readClaimByReference(reference) {
      return [...claims.values()].find((claim) => claim.reference === reference);
    },
    async addClaim(claim) {
      const rows = orders.get(claim.order) ?? { claims: [], entries: [] };
      const isTaken = rows.claims.some((id) => claims.get(id)?.attempt === claim.attempt);
      if (isTaken || hasMoney(claim.order)) return false;
      claims.set(claim.id, claim);
      rows.claims.push(claim.id);
      orders.set(claim.order, rows);
      return true;
    },
    async takeLease(id, owner, at, until, client) {
      const isFree = (claim: Claim) => claim.state === 'issuing' && claim.leaseUntil <= at;
      return change(id, isFree, { leaseOwner: owner, leaseUntil: until, client });
    },
    async failLease(id, owner, at) {
      const isMine = (claim: Claim) => claim.state === 'issuing' && claim.leaseOwner === owner;
      return change(id, isMine, { leaseOwner: null, leaseUntil: 0, failedAt: at });
    },
    async goLive(id, owner, { authKey, expiresAt }) {
      const isMine = (claim: Claim) =>
        claim.state === 'issuing' && claim.leaseOwner === owner && !hasMoney(claim.order);
      return change(id, isMine, { state: 'live', authKey, expiresAt, leaseOwner: null, leaseUntil: 0 });
    },
    async markAsked(id, at) {
      change(id, (claim) => isOpen(claim) && claim.askedAt === null, { askedAt: at });
    },
    async markHinted(id, at) {
      return change(id, (claim) => !isFinished(claim) && claim.hintedAt === null, { hintedAt: at });
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
    async record(finding) {
      const known = entries.get(finding.txnNumber);
      if (known) return { entry: known, isNew: false };
      const claim = claims.get(finding.claimId);
      if (!claim) throw new RangeError(`no claim ${finding.claimId}`);
      const entry = createEntry(finding, claim, rowsOf(claim.order));
      entries.set(entry.txnNumber, entry);
      orders.get(claim.order)?.entries.push(entry.txnNumber);
      claims.set(claim.id, { ...claim, state: stateAfter(claim.state, entry.kind), hintedAt: null });
      return { entry, isNew: true };
    },
    async takeNotice(txnNumber, at, until) {
      const entry = entries.get(txnNumber);
      if (!entry || !canTake(entry, at)) return false;
      changeEntry(txnNumber, { notice: 'calling', noticeAt: until, noticeTries: entry.noticeTries + 1 });
      return true;
    },
    async renewNotice(txnNumber, held, until) {
      const entry = entries.get(txnNumber);
      if (entry?.notice !== 'calling' || entry.noticeAt !== held) return false;
      changeEntry(txnNumber, { noticeAt: until });
      return true;
    },
    async supersedePayment(txnNumber, current) {
      const entry = entries.get(txnNumber);
      if (!entry) throw new RangeError(`no transaction ${txnNumber}`);
      if (entry.kind !== 'paid' || entry.notice !== 'calling') return entry;
      const superseded: LedgerEntry = { ...entry, kind: reviewKindOf(current), current };
      entries.set(txnNumber, superseded);
      change(entry.claimId, () => true, { state: stateAfter('approved', superseded.kind) });
      return superseded;
    },
    async finishNotice(txnNumber) {
      changeEntry(txnNumber, { notice: 'done' });
    },
    async failNotice(txnNumber, nextAt) {
      changeEntry(txnNumber, { notice: 'due', noticeAt: nextAt });
    },
    async readDueNotices(at, limit) {
      const due = [...entries.values()].filter((entry) => canTake(entry, at));
      return due.sort((one, other) => one.noticeAt - other.noticeAt).slice(0, limit);
    },
    async takeOpenClaims(at, limit) {
      const known = [...claims.values()].sort((one, other) => one.checkedAt - other.checkedAt);
      const hinted = known.filter((claim) => claim.hintedAt !== null);
      const open = known.filter((claim) => claim.hintedAt === null && isOpen(claim));
      const taken = [...hinted, ...open].slice(0, limit);
      for (const claim of taken) claims.set(claim.id, { ...claim, checkedAt: at });
      return taken;
    },
    async close() {},
  };
}

function isOpen({ state }: Claim): boolean {
  return state === 'live' || state === 'superseded';
}
