/**
 * Group commit: statements that arrive in one iteration of the event loop share one SQLite
 * transaction and resolve after its COMMIT. With synchronous FULL, a commit waits for the disk, as
 * long for one statement as for a hundred.
 */
import type { Kysely } from 'kysely';
import type { SqliteConnection } from '../../sqlite/connection.js';
import type { Tables } from './tables.js';

/** Most statements in one transaction, so that no caller waits for thousands of others. */
const GROUP_LIMIT = 256;

/**
 * Runs a statement and returns its result. One statement only, so that SQLite undoes it completely
 * if it fails.
 */
type Work<T> = () => T;

interface Unit {
  /** Whether its caller waits for the disk. */
  readonly isSynced: boolean;
  /** Runs the work and returns a function that settles its caller's promise. */
  run(): () => void;
  fail(error: unknown): void;
}

export interface GroupCommit {
  /** Resolves when the statement is on the disk; rejects when none of it is. */
  write<T>(work: Work<T>): Promise<T>;
  /**
   * Resolves when the statement is committed: every process sees it, and it survives the end of
   * this process. A power cut may undo it until a later `write` has resolved: the log is one file,
   * and a sync writes all of it up to that point.
   */
  writeUnsynced<T>(work: Work<T>): Promise<T>;
  /** Runs work outside any open transaction. The work must not await anything. */
  alone<T>(work: Work<T>): Promise<T>;
}

/** What a group commit works with. */
export interface GroupCommitOptions {
  readonly database: SqliteConnection;
  /** Other users of the database; its lock keeps their transactions and these apart. */
  readonly db: Kysely<Tables>;
  /** Runs a callback at the end of the turn of the event loop. */
  readonly defer: (run: () => void) => void;
}

export function createGroupCommit({ database, db, defer }: GroupCommitOptions): GroupCommit {
  let waiting: Unit[] = [];
  let isPlanned = false;

  // Without an open transaction there is nothing to wait for, so the work runs at once.
  const alone = async <T>(work: Work<T>): Promise<T> =>
    database.isTransaction ? db.connection().execute(async () => work()) : work();

  function runWaiting(): void {
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP_LIMIT);
      waiting = waiting.slice(GROUP_LIMIT);
      runGroup(database, group);
    }
    isPlanned = false;
  }

  async function start(): Promise<void> {
    try {
      await alone(runWaiting);
    } catch (error) {
      // The database is closed.
      const units = waiting;
      waiting = [];
      isPlanned = false;
      for (const unit of units) unit.fail(error);
    }
  }

  const add = <T>(work: Work<T>, isSynced: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ isSynced, run: () => runUnit(work, resolve, reject), fail: reject });
      if (isPlanned) return;
      isPlanned = true;
      // After the requests that arrived together with this one have been read.
      defer(() => void start());
    });

  return { alone, write: (work) => add(work, true), writeUnsynced: (work) => add(work, false) };
}

function runUnit<T>(work: Work<T>, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const value = work();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}

function runGroup(database: SqliteConnection, group: readonly Unit[]): void {
  if (group.some(({ isSynced }) => isSynced)) {
    runTransaction(database, group);
    return;
  }
  // In WAL mode, NORMAL syncs only at checkpoints, and those exactly as FULL does, so the file
  // stays consistent. OFF never syncs.
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    runTransaction(database, group);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

function runTransaction(database: SqliteConnection, group: readonly Unit[]): void {
  const answers: (() => void)[] = [];
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const unit of group) answers.push(unit.run());
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    for (const unit of group) unit.fail(error);
    return;
  }
  for (const answer of answers) answer();
}

function rollBack(database: SqliteConnection): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The transaction is already gone: SQLite rolls back by itself after some errors.
  }
}
