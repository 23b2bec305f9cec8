/**
 * Group commit: writes that arrive in one iteration of the event loop share one SQLite transaction,
 * each in a savepoint of its own, and resolve after its COMMIT. With synchronous FULL, a commit
 * waits for the disk, as long for one write as for a hundred.
 */
import type { SqliteConnection } from '../../sqlite/connection.js';
import type { ClaimWriter, Work } from './sqlite-claims.js';

/** Most writes in one transaction, so that no caller waits for thousands of others. */
const GROUP_LIMIT = 256;

interface Unit {
  /** Whether its caller waits for the disk. */
  readonly isSynced: boolean;
  /** Runs the work and returns a function that settles its caller's promise. Throws if there is no transaction any more. */
  run(): () => void;
  fail(error: unknown): void;
}

interface GroupCommitOptions {
  readonly database: SqliteConnection;
  /** Runs a callback at the end of this iteration of the event loop. */
  readonly defer: (run: () => void) => void;
}

export function createGroupCommit({ database, defer }: GroupCommitOptions): ClaimWriter {
  let waiting: Unit[] = [];
  let isPlanned = false;

  function runWaiting(): void {
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP_LIMIT);
      waiting = waiting.slice(GROUP_LIMIT);
      try {
        runGroup(database, group);
      } catch (error) {
        // The database is closed.
        for (const unit of group) unit.fail(error);
      }
    }
    isPlanned = false;
  }

  const add = <T>(work: Work<T>, isSynced: boolean) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ isSynced, run: () => runUnit(database, work, resolve, reject), fail: reject });
      if (isPlanned) return;
      isPlanned = true;
      // After the requests that arrived together with this one have been read.
      defer(runWaiting);
    });

  return {
    write: (work) => add(work, true),
    writeUnsynced: (work) => add(work, false),
    async snapshot(work) {
      database.exec('BEGIN');
      try {
        return work();
      } finally {
        database.exec('COMMIT');
      }
    },
  };
}

function runUnit<T>(
  database: SqliteConnection,
  work: Work<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): () => void {
  database.exec('SAVEPOINT unit');
  try {
    const value = work();
    database.exec('RELEASE unit');
    return () => resolve(value);
  } catch (error) {
    database.exec('ROLLBACK TO unit; RELEASE unit');
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
