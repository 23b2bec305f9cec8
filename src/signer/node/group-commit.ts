/**
 * Group commit: the statements that arrive in one turn of the event loop share one SQLite transaction and are answered
 * after its COMMIT. With synchronous FULL a commit waits for the disk, as long for one statement as for a hundred.
 */
import type { Kysely } from 'kysely';
import type { Database } from './sqlite-schema.js';
import type { Tables } from './tables.js';

/** How many statements one transaction takes at most, so that no answer waits for thousands of others. */
const GROUP_LIMIT = 256;

/** Runs a statement and answers what came of it. One statement, so that SQLite by itself undoes all of one that fails. */
type Work<T> = () => T;

interface Unit {
  /** Whether its answer waits for the disk. */
  readonly isSynced: boolean;
  /** Runs it, and gives back how its caller is answered. */
  run(): () => void;
  fail(error: unknown): void;
}

export interface GroupCommit {
  /** Resolves when the statement is on the disk; rejects when nothing of it is. */
  write<T>(work: Work<T>): Promise<T>;
  /**
   * Resolves when the statement is committed: every process sees it, and it outlives this one. A power cut may take it
   * back until any later `write` has resolved: the log is one file, and what is synced is all of it up to there.
   */
  writeUnsynced<T>(work: Work<T>): Promise<T>;
  /** Runs work that must not meet another's open transaction. It awaits nothing. */
  alone<T>(work: Work<T>): Promise<T>;
}

/** @param db whoever else uses the database: by its lock the two keep out of each other's transactions */
export function createGroupCommit(database: Database, db: Kysely<Tables>): GroupCommit {
  let waiting: Unit[] = [];
  let isPlanned = false;

  // Where no transaction is open nothing has to be waited for: the work is done before anything else runs.
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
      // When the requests that came with this one have been read.
      setImmediate(() => void start());
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

function runGroup(database: Database, group: readonly Unit[]): void {
  if (group.some(({ isSynced }) => isSynced)) {
    runTransaction(database, group);
    return;
  }
  // In WAL mode NORMAL syncs at checkpoints alone, and those as FULL does: the file stays whole. Not OFF, which never does.
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    runTransaction(database, group);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

function runTransaction(database: Database, group: readonly Unit[]): void {
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

function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more: after some errors SQLite has rolled back by itself.
  }
}
