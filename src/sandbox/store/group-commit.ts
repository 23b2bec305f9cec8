/**
 * Group commit: the units of work of one turn of the event loop share one SQLite transaction, each in its own
 * savepoint. They are answered after the COMMIT. A commit with synchronous=FULL waits for the disk, and the wait is the
 * same for one unit as for a hundred. (Measured: docs/decisions/0001-store.md.)
 *
 * A unit awaits only its own statements, which SQLite answers at once, so a group ends within the turn.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** Maximum number of units in one transaction, so that no response waits for thousands of others. */
const GROUP_LIMIT = 256;

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint unit');
const RELEASE = CompiledQuery.raw('release unit');
const UNDO = CompiledQuery.raw('rollback to unit');

interface Unit {
  /** Runs the work and records its result or error. */
  run(): Promise<'done' | 'refused'>;
  /** Resolves or rejects with the recorded result. */
  answer(): void;
  fail(error: unknown): void;
}

/** Runs units of work on the one connection that writes. */
export class GroupCommit {
  readonly #db: Kysely<Schema>;
  readonly #defer: (run: () => void) => void;
  #waiting: Unit[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param db the only user of its connection
   * @param defer runs a callback at the end of the turn, after the other requests of the turn were read
   */
  constructor(db: Kysely<Schema>, defer: (run: () => void) => void) {
    this.#db = db;
    this.#defer = defer;
  }

  /** Resolves when the work is on the disk. Rejects when none of it is. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let answer: () => void = () => undefined;
      const unit: Unit = {
        async run() {
          try {
            const value = await work();
            answer = () => resolve(value);
            return 'done';
          } catch (error) {
            answer = () => unit.fail(error);
            return 'refused';
          }
        },
        answer: () => answer(),
        fail: reject,
      };
      this.#waiting.push(unit);
      this.#running ??= new Promise((ended) => {
        this.#defer(() => void this.#runGroups().then(ended));
      });
    });
  }

  /** Resolves when no unit is queued or running. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, GROUP_LIMIT);
      this.#waiting = this.#waiting.slice(GROUP_LIMIT);
      await this.#runGroup(group);
    }
    this.#running = undefined;
  }

  async #runGroup(group: readonly Unit[]): Promise<void> {
    try {
      await this.#db.executeQuery(BEGIN);
      for (const unit of group) await this.#runUnit(unit);
      await this.#db.executeQuery(COMMIT);
    } catch (error) {
      // Fails if there is no transaction to roll back, which needs no action.
      await this.#db.executeQuery(ROLLBACK).catch(() => undefined);
      for (const unit of group) unit.fail(error);
      return;
    }
    for (const unit of group) unit.answer();
  }

  async #runUnit(unit: Unit): Promise<void> {
    await this.#db.executeQuery(SAVEPOINT);
    if ((await unit.run()) === 'refused') await this.#db.executeQuery(UNDO);
    await this.#db.executeQuery(RELEASE);
  }
}
