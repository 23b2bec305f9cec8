import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { DatabaseConnection } from 'kysely';
import { GroupCommit } from '../../../src/sandbox/store/group-commit.js';
import type { Schema } from '../../../src/sandbox/store/schema.js';

/** A connection that records its statements, and fails at a given one. */
class Recorder extends DummyDriver {
  readonly statements: string[] = [];
  failOn = '';

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve({
      executeQuery: ({ sql }) => {
        this.statements.push(sql);
        if (sql === this.failOn) return Promise.reject(new Error(`failed: ${sql}`));
        return Promise.resolve({ rows: [] });
      },
      async *streamQuery() {
        throw new Error('never asked for');
      },
    });
  }
}

describe('group commit', () => {
  let recorder: Recorder;
  let db: Kysely<Schema>;
  let turns: (() => void)[];
  let group: GroupCommit;

  beforeEach(() => {
    recorder = new Recorder();
    db = new Kysely({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => recorder,
        createIntrospector: (kysely) => new SqliteIntrospector(kysely),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    turns = [];
    group = new GroupCommit(db, (run) => turns.push(run));
  });
  afterEach(() => db.destroy());

  const work = (name: string) => async () => {
    await db.executeQuery(CompiledQuery.raw(name));
    return name;
  };
  const endTurn = () => turns.splice(0).forEach((run) => run());

  it('puts the units of one turn into one transaction, each in a savepoint', async () => {
    const both = Promise.all([group.run(work('a')), group.run(work('b'))]);
    expect(recorder.statements).toEqual([]);
    endTurn();
    expect(await both).toEqual(['a', 'b']);
    expect(recorder.statements.join(', ')).toBe(
      'begin immediate, savepoint unit, a, release unit, savepoint unit, b, release unit, commit',
    );
  });

  it('resolves nothing before the commit', async () => {
    let seen = '';
    const answered = group.run(work('a')).then(() => (seen = recorder.statements.at(-1) ?? ''));
    endTurn();
    await answered;
    expect(seen).toBe('commit');
  });

  it('rolls back a unit that throws, and commits the others', async () => {
    const good = group.run(work('a'));
    const bad = group.run(async () => {
      await work('b')();
      throw new RangeError('no');
    });
    endTurn();
    await expect(bad).rejects.toThrow(RangeError);
    expect(await good).toBe('a');
    expect(recorder.statements.join(', ')).toContain('b, rollback to unit, release unit, commit');
  });

  it.each(['begin immediate', 'commit', 'savepoint unit', 'release unit'])(
    'rejects every unit of the group when %s fails, and continues with the next group',
    async (statement) => {
      recorder.failOn = statement;
      const both = Promise.allSettled([group.run(work('a')), group.run(work('b'))]);
      endTurn();
      expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(recorder.statements.at(-1)).toBe('rollback');
      recorder.failOn = '';
      const next = group.run(work('c'));
      endTurn();
      expect(await next).toBe('c');
    },
  );

  it('puts units that arrive during a group into the next one', async () => {
    let second: Promise<string> | undefined;
    const first = group.run(async () => {
      second = group.run(work('b'));
      return work('a')();
    });
    endTurn();
    expect(await first).toBe('a');
    expect(await second).toBe('b');
    expect(recorder.statements.filter((sql) => sql === 'commit')).toHaveLength(2);
    await group.settled();
  });
});
