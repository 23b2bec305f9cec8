/**
 * The parts of which the table of the sidecar's configuration is made: a row says how a member is read, and what it is when
 * it is not written. From the rows follow the types of what is written and of what is read, and docs/reference/settings.md.
 */
import {
  readChoice,
  readList,
  readObject,
  readSecret,
  readText,
  readTextOrSecret,
  readUrl,
  readWhole,
  readYesNo,
  type ConfigPlace,
  type Node,
  type SecretSource,
} from './sidecar-members.js';

/** A member that has to be written. */
export interface Row<Written, Value = Written> {
  /** @throws TypeError naming the member that is wrong; no message holds a secret */
  read(node: Node, place: ConfigPlace): Value;
  /** What is allowed, for the documentation. */
  readonly limits?: string;
  readonly unit?: string;
  /** The members of an object, or of the objects of a list. */
  readonly rows?: Rows;
  /** Only for the types. */
  readonly written?: Written;
}

/** A member that need not be written; without a default it is then not read either. */
export interface FreeRow<Written, Value = Written> extends Row<Written, Value> {
  readonly isFree: true;
}

/** A member that is its default when it is not written. */
export interface DefaultRow<Written, Value = Written> extends FreeRow<Written, Value> {
  readonly default: Written;
}

export type Rows = Readonly<Record<string, Row<unknown, unknown>>>;

type Free<Table extends Rows> = {
  [Name in keyof Table]: Table[Name] extends FreeRow<unknown, unknown> ? Name : never;
}[keyof Table];
type Absent<Table extends Rows> = {
  [Name in Free<Table>]: Table[Name] extends DefaultRow<unknown, unknown> ? never : Name;
}[Free<Table>];
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** What may be written for the rows of a table. */
export type WrittenOf<Table extends Rows> = Flat<
  { readonly [Name in keyof Table as Exclude<Name, Free<Table>>]: NonNullable<Table[Name]['written']> } & {
    readonly [Name in keyof Table as Extract<Name, Free<Table>>]?: NonNullable<Table[Name]['written']>;
  }
>;

/** What is read by the rows of a table. */
export type ReadOf<Table extends Rows> = Flat<
  { readonly [Name in keyof Table as Exclude<Name, Absent<Table>>]: ReturnType<Table[Name]['read']> } & {
    readonly [Name in keyof Table as Extract<Name, Absent<Table>>]?: ReturnType<Table[Name]['read']>;
  }
>;

export const text: Row<string> = { read: readText };
export const url: Row<string> = { read: readUrl };
export const yesNo: Row<boolean> = { read: readYesNo };
export const secret: Row<SecretSource, string> = { read: readSecret };
export const textOrSecret: Row<string | SecretSource, string> = { read: readTextOrSecret };

export function whole(least: number, most: number, unit = ''): Row<number> {
  return { read: (node) => readWhole(node, least, most), limits: `${least} to ${most}`, unit };
}

export function choice<const Word extends string>(words: readonly Word[]): Row<Word> {
  return { read: (node) => readChoice(node, words), limits: words.join(', ') };
}

export function list<Written, Value>(row: Row<Written, Value>): Row<readonly Written[], readonly Value[]> {
  return { ...(row as Row<never, Value>), read: (node, place) => readList(node).map((each) => row.read(each, place)) };
}

export function object<Table extends Rows>(
  rows: Table,
): Row<WrittenOf<Table>, ReadOf<Table>> & { readonly rows: Table } {
  return {
    rows,
    read(node, place) {
      const members = Object.entries(readObject(node, Object.keys(rows))).flatMap(([name, member]) => {
        const row = rows[name]!;
        const value = member.value === undefined && 'default' in row ? row.default : member.value;
        return value === undefined && 'isFree' in row ? [] : [[name, row.read({ ...member, value }, place)]];
      });
      return Object.fromEntries(members) as ReadOf<Table>;
    },
  };
}

export function free<Written, Value>(row: Row<Written, Value>): FreeRow<Written, Value> {
  return { ...row, isFree: true };
}

export function orElse<Written, Value>(row: Row<Written, Value>, value: NoInfer<Written>): DefaultRow<Written, Value> {
  return { ...row, isFree: true, default: value };
}
